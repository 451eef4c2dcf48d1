import type { IncomingMessage, Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { isStop, maxStopBytes } from '../sockets/runner-request.ts';
import { createFairTurns, type Lane } from './fair-turns.ts';
import { FrameLookAhead } from './frame-look-ahead.ts';
import { createHeaderBytes, type HeaderMeter } from './header-bytes.ts';
import type { DoorLimits } from './limits.ts';
import { type PacedReader, paceReading } from './paced-reading.ts';
import { createRateLimit } from './rate-limit.ts';
import { createReadingTurns } from './reading-turns.ts';

const runnerSocketPath = '/api/v1/routine-runner/';
/** A connection of the reserve is dropped if it does not request a stop within this time, ms. */
const reservedForMS = 2000;
const sweepEveryMS = 1000;
/** Parsing time per turn of the event loop for unknown clients, and for clients with a token, ms. */
const parsingMS = { strangers: 2, known: 5 };
/** Time for which a source counts as cut off, ms. */
const cutOffForMS = 10_000;
const maxCutOffs = 10_000;
/** Minimum rate at which a client must read its waiting bytes. */
const minBytesPerSecond = 1024;

/** Connection of one client, and its use of the gateway. */
export interface Connection {
  /** Address that it comes from. */
  readonly source: string;
  /** 'admitted', or beyond a limit: then it may only stop, until a signed-in caller uses it. */
  readonly place: 'admitted' | 'beyond all' | 'beyond its source';
  readonly lane: Lane;
  /** Requests that have begun and are not answered yet, and the stops among them. */
  open: number;
  openStops: number;
  /** Requests refused for load. */
  refusals: number;
  /** It was announced that the connection will be closed: further data is not parsed. */
  isClosing: boolean;
  /** It has used a known token: it is read before unknown clients. */
  isKnown: boolean;
  /** Finds stops in the bytes of a socket before they are parsed; undefined for other connections. */
  readonly frames: FrameLookAhead | undefined;
}

export interface Connections {
  of(socket: Socket): Connection;
  /** Admits the connection of a signed-in caller also beyond a limit, up to a number of their own. */
  admitKnown(socket: Socket): void;
  /** Stops parsing a connection; its source may open only few others for some seconds. */
  cutOff(connection: Connection): void;
  /** Number of waiting requests of all connections. */
  readonly waiting: number;
  /** True if responses ask their clients to open another connection: the gateway is about to close. */
  readonly isDraining: boolean;
  drain(): void;
  readonly count: number;
  /** Reserves memory for bytes to send; returns the function to call when they are gone. Undefined if too many wait. */
  reserveBytes(socket: Socket, bytes: number): (() => void) | undefined;
  watch(server: Server | HttpsServer): void;
  /** Call when the headers of a request are complete. */
  onRequest(request: IncomingMessage): void;
  /** Call when a connection becomes that of a socket, with the bytes that were read behind its request. */
  onUpgrade(request: IncomingMessage, head: Buffer): void;
  /** Closes every connection immediately. */
  destroy(): void;
}

interface Watched extends Connection {
  readonly socket: Socket;
  readonly headers: HeaderMeter;
  readonly reader: PacedReader;
  frames: FrameLookAhead | undefined;
  place: Connection['place'];
  unreadBytes: number;
  /** Time since when bytes have been waiting without a break, and the bytes sent by then. */
  slow: { since: number; sent: number } | undefined;
}

/** Creates the register of open connections, including upgraded ones: their number, and which of them do not read. */
export function createConnections(limits: DoorLimits, clock: Clock): Connections {
  const open = new Map<Socket, Watched>();
  /** Includes closed ones: a request may still be read from a socket that has closed. */
  const known = new WeakMap<Socket, Watched>();
  const perSource = new Map<string, number>();
  const reserve = new Set<Watched>();
  /** Connections of signed-in callers beyond a limit. */
  const beyond = new Set<Watched>();
  const turns = createFairTurns();
  const headerBytes = createHeaderBytes();
  const parsing = {
    strangers: createReadingTurns({ budgetMS: parsingMS.strangers }),
    known: createReadingTurns({ budgetMS: parsingMS.known }),
  };
  /** Sources that were cut off, and until when. */
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
    if (open.size - reserve.size - beyond.size >= limits.DOOR_MAX_CONNECTIONS) return 'beyond all';
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
    connection.headers.close();
    unreadBytes -= connection.unreadBytes;
    connection.unreadBytes = 0;
    if (reserve.delete(connection) || beyond.delete(connection)) return;
    const left = (perSource.get(connection.source) ?? 1) - 1;
    if (left > 0) perSource.set(connection.source, left);
    else perSource.delete(connection.source);
  };
  const enterReserve = (connection: Watched): void => {
    if (reserve.size >= limits.DOOR_RESERVED_CONNECTIONS) {
      // The oldest connection without a stop is dropped, so that a stop that arrives now is read immediately.
      const [oldest] = [...reserve].filter(({ openStops }) => openStops === 0);
      (oldest ?? connection).socket.destroy();
    }
    reserve.add(connection);
    const cancel = clock.schedule(reservedForMS, () => {
      if (reserve.has(connection) && connection.openStops === 0) connection.socket.destroy();
    });
    connection.socket.once('close', cancel);
  };
  const admitKnown = (connection: Watched): void => {
    connection.isKnown = true;
    if (beyond.size >= limits.DOOR_MAX_KNOWN_BEYOND || !reserve.delete(connection)) return;
    beyond.add(connection);
    connection.place = 'admitted';
  };
  const enter = (socket: Socket, server?: Server | HttpsServer): Watched => {
    const source = socket.remoteAddress ?? '';
    const place = placeFor(source);
    const reader = paceReading(socket, {
      turns: () => (connection.isKnown ? parsing.known : parsing.strangers),
      source,
      isDiscarded: () => connection.isClosing,
      admit(byteLength) {
        if (connection.headers.take(byteLength)) return true;
        connection.isClosing = true;
        server?.emit('clientError', new HeaderOverflow(), socket);
        return false;
      },
    });
    const connection: Watched = {
      socket,
      source,
      place,
      headers: headerBytes.open(source),
      reader,
      frames: undefined,
      lane: turns.openLane(),
      open: 0,
      openStops: 0,
      refusals: 0,
      isClosing: false,
      isKnown: false,
      unreadBytes: 0,
      slow: undefined,
    };
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
    admitKnown: (socket) => admitKnown(known.get(socket) ?? enter(socket)),
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
      // A single response is always sent, regardless of its size.
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
        enter(socket, server);
        endWithoutStacks(socket);
      }),
    onRequest: (request) => known.get(request.socket)?.headers.onRequest(request),
    onUpgrade({ socket, url = '' }, head) {
      const connection = known.get(socket);
      if (!connection) return;
      connection.headers.close();
      if (!url.startsWith(runnerSocketPath)) return;
      const { reader } = connection;
      const frames = new FrameLookAhead({
        ...{ isUrgent: isStop, maxMessageBytes: maxStopBytes },
        readAhead: () => reader.readAhead(),
      });
      connection.frames = frames;
      frames.take(head);
      reader.lookAhead((bytes) => frames.take(bytes));
    },
    destroy() {
      cancelSweep?.();
      cancelSweep = undefined;
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Error of Node's parser, for headers that would need too much memory. */
class HeaderOverflow extends Error {
  readonly code = 'HPE_HEADER_OVERFLOW';
}

/**
 * Node creates an error for each request of a closing connection, thousands for a client that pipelines: their unused
 * stacks would block the event loop.
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
