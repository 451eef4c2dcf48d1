import { type Clock, type ErrorCode, ProductError } from '@cellwright/domain';
import type { SocketLike, SocketOpener } from '../socket.ts';

/** Where a runner connection is. */
export type ConnectionState = 'constructing' | 'connecting' | 'connected' | 'disconnected' | 'failure';

export const connectionTimes = {
  /** An attempt that is not let in within this time has failed, ms. */
  connectWithin: 5000,
  /** After a teardown, ms. */
  reconnectAfter: 1000,
  /** A connection that says nothing for this long is dead, ms. */
  silence: 5000,
  attempts: 3,
} as const;

/** Errors by the code with which a cell closes the connection of a client that may not stay. */
const refusals: ReadonlyMap<number, ErrorCode> = new Map([
  [4401, 'authorization_required'],
  [4403, 'forbidden'],
]);

export interface ConnectionEvents {
  onState(state: ConnectionState, error: ProductError | undefined): void;
  /** The socket is open: say who you are. */
  onOpen(write: (text: string) => void): void;
  /** One packet; true when it means that the cell let this client in. */
  onPacket(packet: unknown): boolean;
  /** The connection is lost; nothing sent before will be answered. */
  onLost(error: ProductError): void;
}

export interface RunnerConnection {
  readonly state: ConnectionState;
  /** @throws ProductError unavailable when not connected. */
  write(text: string): void;
  /** Tries again from anew, also after a failure. */
  reconnect(): void;
  close(): void;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly openSocket: SocketOpener;
  readonly clock: Clock;
  /** After a failure, try on quietly at this interval, ms; the state stays failure until it works. */
  readonly quietRetryMS?: number;
}

/** Keeps one socket to a robot session open, by the rules of reconnection. */
export function openRunnerConnection(options: ConnectionOptions, events: ConnectionEvents): RunnerConnection {
  const { url, openSocket, clock, quietRetryMS } = options;
  let state: ConnectionState = 'constructing';
  let socket: SocketLike | undefined;
  let failedAttempts = 0;
  let lastPacketAt = 0;
  let cancelTimer = (): void => undefined;

  /** A listener may have closed or restarted the connection meanwhile. */
  const isAt = (expected: ConnectionState): boolean => state === expected;
  const enter = (next: ConnectionState, error?: ProductError): void => {
    state = next;
    events.onState(next, error);
  };
  const schedule = (ms: number, callback: () => void): void => {
    cancelTimer();
    cancelTimer = clock.schedule(ms, callback);
  };
  const dropSocket = (): void => {
    cancelTimer();
    const old = socket;
    socket = undefined;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    // A socket that is closed before it opened still reports an error, which some platforms throw when nobody hears it.
    old.onerror = () => undefined;
    old.close();
  };
  const fail = (error: ProductError): void => {
    enter('failure', error);
    if (quietRetryMS !== undefined && isAt('failure')) schedule(quietRetryMS, connect);
  };
  const tearDown = (error: ProductError, refusal?: ErrorCode): void => {
    const wasConnected = state === 'connected';
    dropSocket();
    if (wasConnected) failedAttempts = 0;
    else failedAttempts++;
    events.onLost(error);
    if (refusal) fail(new ProductError(refusal, error.message, undefined, { cause: error }));
    else if (failedAttempts >= connectionTimes.attempts) fail(failedToConnect(error));
    else {
      enter('disconnected', error);
      if (isAt('disconnected')) schedule(connectionTimes.reconnectAfter, connect);
    }
  };
  const watchSilence = (): void => {
    const quiet = clock.now() - lastPacketAt;
    if (quiet < connectionTimes.silence) schedule(connectionTimes.silence - quiet, watchSilence);
    else tearDown(lost(`The robot has said nothing for ${connectionTimes.silence / 1000} s`));
  };
  const onMessage = (data: unknown): void => {
    lastPacketAt = clock.now();
    const isLetIn = events.onPacket(parse(data));
    if (!isLetIn || isAt('connected')) return;
    failedAttempts = 0;
    enter('connected');
    if (isAt('connected')) schedule(connectionTimes.silence, watchSilence);
  };
  const connect = (): void => {
    // A quiet attempt leaves the failure on show until it works.
    if (failedAttempts < connectionTimes.attempts && !isAt('failure')) enter('connecting');
    let opened: SocketLike;
    try {
      opened = openSocket(url);
    } catch (cause) {
      tearDown(lost('The connection could not be opened', cause));
      return;
    }
    socket = opened;
    opened.onopen = () => events.onOpen((text) => opened.send(text));
    opened.onmessage = ({ data }) => onMessage(data);
    opened.onerror = () => undefined;
    opened.onclose = ({ code, reason }) =>
      tearDown(lost(reason || 'The cell closed the connection'), refusals.get(code));
    schedule(connectionTimes.connectWithin, () => tearDown(lost('The cell did not let the connection in in time')));
  };
  const restart = (): void => {
    dropSocket();
    failedAttempts = 0;
    state = 'constructing';
    connect();
  };

  // Whoever opened the connection hears of its states from the first one on.
  cancelTimer = clock.schedule(0, connect);
  return {
    get state() {
      return state;
    },
    write(text) {
      if (state !== 'connected' || !socket) throw lost('Not connected to the robot');
      socket.send(text);
    },
    reconnect: restart,
    close() {
      dropSocket();
      events.onLost(lost('The connection was closed'));
      enter('disconnected');
    },
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

function lost(message: string, cause?: unknown): ProductError {
  return new ProductError('unavailable', message, undefined, { cause });
}

function failedToConnect(cause: ProductError): ProductError {
  const message = `Failed to connect after ${connectionTimes.attempts} attempts`;
  return new ProductError('unavailable', message, undefined, { cause });
}
