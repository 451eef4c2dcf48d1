import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain';
import { createTurnBudget } from '@cellwright/service-kit';
import { createFairTurns, type Lane } from './fair-turns.ts';
import type { DoorLimits } from './limits.ts';
import { paceReading } from './paced-reading.ts';
import { createRateLimit } from './rate-limit.ts';

/** A connection of the reserve that has not asked for a stop within this time makes room. */
const reservedForMS = 2000;
const sweepEveryMS = 1000;
/** Time of a turn of the event loop in which what strangers send is parsed, and what clients with a token send. */
const parsingMS = { strangers: 2, known: 5 };
/** A source that was cut off counts as such for this long. */
const cutOffForMS = 10_000;
const maxCutOffs = 10_000;
/** What a client must at least read of the bytes that wait for it. */
const minBytesPerSecond = 1024;

/** One client's connection, and what it takes of the door. */
export interface Connection {
  /** The address it comes from. */
  readonly source: string;
  /** Opened beyond the limits: it may stop, and nothing else. */
  readonly place: 'admitted' | 'beyond all' | 'beyond its source';
  readonly lane: Lane;
  /** Requests begun and not yet answered, and the stops among them. */
  open: number;
  openStops: number;
  /** Requests refused for load. */
  refusals: number;
  /** It was told that it will be closed: what comes behind is not parsed. */
  isClosing: boolean;
  /** It has shown a token that is known: it is read before strangers. */
  isKnown: boolean;
}

export interface Connections {
  of(socket: Socket): Connection;
  /** Nothing more of a connection is parsed; its source may open few others for some seconds. */
  cutOff(connection: Connection): void;
  /** Requests that wait, of all connections. */
  readonly waiting: number;
  /** Whether answers tell their clients to open another connection: this door is about to close. */
  readonly isDraining: boolean;
  drain(): void;
  readonly count: number;
  /** Notes bytes that are about to be sent; answers what is called when they are gone. Undefined: too many wait. */
  reserveBytes(socket: Socket, bytes: number): (() => void) | undefined;
  watch(server: Server | HttpsServer): void;
  /** Ends every connection at once. */
  destroy(): void;
}

interface Watched extends Connection {
  readonly socket: Socket;
  unreadBytes: number;
  /** Since when bytes wait for it without a break, and what had been sent then. */
  slow: { since: number; sent: number } | undefined;
}

/** Every open connection, upgraded ones too: how many there are, and which of them do not read. */
export function createConnections(limits: DoorLimits, clock: Clock): Connections {
  const open = new Map<Socket, Watched>();
  /** Closed ones too: a request may still be read from a socket that has closed. */
  const known = new WeakMap<Socket, Watched>();
  const perSource = new Map<string, number>();
  const reserve = new Set<Watched>();
  const turns = createFairTurns();
  const parsing = {
    strangers: createTurnBudget({ budgetMS: parsingMS.strangers }),
    known: createTurnBudget({ budgetMS: parsingMS.known }),
  };
  /** Sources that were cut off, until when. */
  const cutOffs = new Map<string, number>();
  const reopenings = createRateLimit({
    burst: limits.DOOR_REOPEN_BURST,
    perSecond: limits.DOOR_REOPEN_PER_SECOND,
    now: () => clock.now(),
  });
  let unreadBytes = 0;
  let isDraining = false;
  let cancelSweep: (() => void) | undefined;

  const placeFor = (source: string): Connection['place'] => {
    if (open.size - reserve.size >= limits.DOOR_MAX_CONNECTIONS) return 'beyond all';
    if ((perSource.get(source) ?? 0) >= limits.DOOR_MAX_CONNECTIONS_PER_SOURCE) return 'beyond its source';
    if (isCutOff(source) && !reopenings.take(source)) return 'beyond its source';
    return 'admitted';
  };
  const isCutOff = (source: string): boolean => {
    const until = cutOffs.get(source);
    if (until !== undefined && until <= clock.now()) cutOffs.delete(source);
    return cutOffs.has(source);
  };
  const release = (connection: Watched): void => {
    open.delete(connection.socket);
    connection.lane.close();
    unreadBytes -= connection.unreadBytes;
    connection.unreadBytes = 0;
    if (reserve.delete(connection)) return;
    const left = (perSource.get(connection.source) ?? 1) - 1;
    if (left > 0) perSource.set(connection.source, left);
    else perSource.delete(connection.source);
  };
  const enterReserve = (connection: Watched): void => {
    if (reserve.size >= limits.DOOR_RESERVED_CONNECTIONS) {
      // The oldest that carries no stop makes room: a stop that arrives now is read at once.
      const [oldest] = [...reserve].filter(({ openStops }) => openStops === 0);
      (oldest ?? connection).socket.destroy();
    }
    reserve.add(connection);
    const cancel = clock.schedule(reservedForMS, () => connection.openStops === 0 && connection.socket.destroy());
    connection.socket.once('close', cancel);
  };
  const enter = (socket: Socket): Watched => {
    const source = socket.remoteAddress ?? '';
    const place = placeFor(source);
    const connection: Watched = {
      socket,
      source,
      place,
      lane: turns.openLane(),
      open: 0,
      openStops: 0,
      refusals: 0,
      isClosing: false,
      isKnown: false,
      unreadBytes: 0,
      slow: undefined,
    };
    paceReading(socket, {
      turns: () => (connection.isKnown ? parsing.known : parsing.strangers),
      isDiscarded: () => connection.isClosing,
    });
    open.set(socket, connection);
    known.set(socket, connection);
    if (place === 'admitted') perSource.set(source, (perSource.get(source) ?? 0) + 1);
    else enterReserve(connection);
    socket.once('close', () => release(connection));
    cancelSweep ??= clock.schedule(sweepEveryMS, sweep);
    return connection;
  };
  const sweep = (): void => {
    for (const connection of open.values()) if (isUnread(connection)) connection.socket.destroy();
    cancelSweep = open.size > 0 ? clock.schedule(sweepEveryMS, sweep) : undefined;
  };
  const isUnread = (connection: Watched): boolean => {
    const { socket, slow } = connection;
    const now = clock.now();
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0) connection.slow = undefined;
    else if (!slow) connection.slow = { since: now, sent };
    else {
      const elapsedMS = now - slow.since;
      if (sent - slow.sent >= (minBytesPerSecond * elapsedMS) / 1000) connection.slow = { since: now, sent };
      else return elapsedMS >= limits.DOOR_UNREAD_TIMEOUT_MS;
    }
    return false;
  };

  return {
    of: (socket) => known.get(socket) ?? enter(socket),
    cutOff(connection) {
      connection.isClosing = true;
      cutOffs.delete(connection.source);
      if (cutOffs.size >= maxCutOffs) cutOffs.delete(cutOffs.keys().next().value ?? '');
      cutOffs.set(connection.source, clock.now() + cutOffForMS);
    },
    get waiting() {
      return turns.waiting;
    },
    get isDraining() {
      return isDraining;
    },
    get count() {
      return open.size;
    },
    drain() {
      isDraining = true;
    },
    reserveBytes(socket, bytes) {
      const connection = open.get(socket);
      if (!connection) return () => undefined;
      // One answer is always sent, whatever its size.
      if (unreadBytes > 0 && unreadBytes + bytes > limits.DOOR_MAX_UNREAD_BYTES) return undefined;
      connection.unreadBytes += bytes;
      unreadBytes += bytes;
      return () => {
        const held = Math.min(bytes, connection.unreadBytes);
        connection.unreadBytes -= held;
        unreadBytes -= held;
      };
    },
    watch: (server) =>
      void server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket) => {
        enter(socket);
        endWithoutStacks(socket);
      }),
    destroy() {
      cancelSweep?.();
      cancelSweep = undefined;
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/**
 * Node makes an error for each request of a connection that closes, thousands when a client pipelines: their stacks,
 * which nobody sees, would hold up the event loop.
 */
function endWithoutStacks(socket: Socket): void {
  const limit = Error.stackTraceLimit;
  // Before the server's own listener, and after it.
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
