import { type Clock, type ErrorCode, ProductError } from '@cellwright/domain/basics';
import { connectionMessages } from '../connection-messages.ts';
import type { SocketLike, SocketOpener } from '../socket.ts';

/** State of a runner connection. */
export type ConnectionState = 'constructing' | 'connecting' | 'connected' | 'disconnected' | 'failure';

export const connectionTimes = {
  /** Maximum time until admission; after it an attempt has failed, ms. */
  connectWithin: 5000,
  /** Delay after a closed connection, ms. */
  reconnectAfter: 1000,
  /** Maximum silence of a live connection, ms. */
  silence: 5000,
  attempts: 3,
} as const;

/** Errors by the close code of a refused client. */
const refusals: ReadonlyMap<number, ErrorCode> = new Map([
  [4401, 'authorization_required'],
  [4403, 'forbidden'],
]);

export interface ConnectionEvents {
  onState(state: ConnectionState, error: ProductError | undefined): void;
  /** Called when the socket is open: sends the credentials. */
  onOpen(write: (text: string) => void): void;
  /** Handles one packet; returns true if it admits this client. */
  onPacket(packet: unknown): boolean;
  /** Called when the connection is lost; requests sent before will not be answered. */
  onLost(error: ProductError): void;
}

export interface RunnerConnection {
  readonly state: ConnectionState;
  /**
   * Writes text.
   * @throws ProductError unavailable when not connected.
   */
  write(text: string): void;
  /** Reconnects and resets the attempt counter, also after a failure. */
  reconnect(): void;
  close(): void;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly openSocket: SocketOpener;
  readonly clock: Clock;
  /** Interval of quiet retries after a failure, ms; the state stays failure until one succeeds. */
  readonly quietRetryMS?: number;
}

/** Keeps one socket to a robot session open, following the reconnection rules. */
export function openRunnerConnection(options: ConnectionOptions, events: ConnectionEvents): RunnerConnection {
  const { url, openSocket, clock, quietRetryMS } = options;
  let state: ConnectionState = 'constructing';
  let socket: SocketLike | undefined;
  let failedAttempts = 0;
  let lastPacketAt = 0;
  let cancelTimer = (): void => undefined;

  /** A listener may have closed or restarted the connection in the meantime. */
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
    // A socket that is closed before it opened still reports an error, which some platforms throw without a handler.
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
    else tearDown(lost(connectionMessages.robotSilent(connectionTimes.silence / 1000)));
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
    // A quiet attempt keeps showing the failure until it succeeds.
    if (failedAttempts < connectionTimes.attempts && !isAt('failure')) enter('connecting');
    let opened: SocketLike;
    try {
      opened = openSocket(url);
    } catch (cause) {
      tearDown(lost(connectionMessages.notOpened, cause));
      return;
    }
    socket = opened;
    opened.onopen = () => events.onOpen((text) => opened.send(text));
    opened.onmessage = ({ data }) => onMessage(data);
    opened.onerror = () => undefined;
    opened.onclose = ({ code, reason }) =>
      tearDown(lost(reason || connectionMessages.closedByCell), refusals.get(code));
    schedule(connectionTimes.connectWithin, () => tearDown(lost(connectionMessages.notAcceptedInTime)));
  };
  const restart = (): void => {
    dropSocket();
    failedAttempts = 0;
    state = 'constructing';
    connect();
  };

  // Connects in the next turn, so that the caller receives all states from the first one on.
  cancelTimer = clock.schedule(0, connect);
  return {
    get state() {
      return state;
    },
    write(text) {
      if (state !== 'connected' || !socket) throw lost(connectionMessages.notConnected);
      socket.send(text);
    },
    reconnect: restart,
    close() {
      dropSocket();
      events.onLost(lost(connectionMessages.closed));
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
