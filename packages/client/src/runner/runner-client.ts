import {
  type Clock,
  ProductError,
  type RobotFrame,
  type RobotKind,
  type RobotSessionState,
  type RunnerMessageKind,
  type RunnerResult,
  robotFrameSchema,
  runnerResponseSchema,
  statePatchSchema,
  stateSnapshotSchema,
} from '@cellwright/domain';
import { z } from 'zod';
import { clientClock } from '../clock.ts';
import { openPlatformSocket, type SocketOpener } from '../socket.ts';
import { createOpenRequests, type RunnerPayloadInput, type SendOptions } from './open-requests.ts';
import { type ConnectionState, openRunnerConnection } from './runner-connection.ts';
import { createSessionReplica } from './session-replica.ts';
import { createStaleness } from './staleness.ts';

/** A snapshot is asked for again at this interval while there is no state, ms. */
const snapshotIntervalMS = 50;
/** Questions for a snapshot that may wait at once: the others are left for what a person sends. */
const maxOpenSnapshots = 8;

const admissionSchema = z.object({
  kind: z.literal('authenticated'),
  sessionID: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
});
const pushSchema = z.discriminatedUnion('kind', [
  admissionSchema,
  stateSnapshotSchema,
  statePatchSchema,
  robotFrameSchema,
]);

/** How the cell knows this connection. `sessionID` is what `lease.holderID` says when this client holds the arm. */
export type Admission = z.infer<typeof admissionSchema>;

/** All that is known of a robot session, except its frames. A new object whenever something in it changed. */
export interface RunnerStatus {
  readonly connection: ConnectionState;
  /** Why the connection is disconnected or in failure. */
  readonly error: ProductError | undefined;
  readonly admission: Admission | undefined;
  /** The newest known state, kept through a disconnection: show it as stale while `isStale`. */
  readonly state: RobotSessionState | undefined;
  /** Nothing current is known: no connection, no state that fits its hash, or no frame for 1 s. */
  readonly isStale: boolean;
}

export interface RunnerClientOptions {
  /** Origin of the cell, as `http://cell.local:3000`. */
  readonly url: string;
  readonly robotKind: RobotKind;
  /** A developer token; without one the browser's session cookie counts. */
  readonly token?: string | (() => string | undefined);
  readonly openSocket?: SocketOpener;
  readonly clock?: Clock;
  /** After a failure, try on quietly at this interval, ms. Without it a failure stays until `reconnect`. */
  readonly quietRetryMS?: number;
}

/** A robot session as a client sees it. It connects at once and reconnects by itself. */
export interface RunnerClient {
  readonly robotKind: RobotKind;
  readonly status: RunnerStatus;
  /** The newest joint angles; 30 a second while moving, 4 at rest. */
  readonly frame: RobotFrame | undefined;
  /** Hears of every change of `status`. */
  subscribe(listener: () => void): () => void;
  subscribeFrames(listener: (frame: RobotFrame) => void): () => void;
  /** @throws ProductError: what the robot refuses, or unavailable when it is not connected. Never sent twice. */
  send<K extends RunnerMessageKind>(
    kind: K,
    payload: RunnerPayloadInput<K>,
    options?: SendOptions,
  ): Promise<RunnerResult<K>>;
  /** Resolves with the first current state that fits, also when it does now; rejects when the connection fails or closes. */
  waitFor(predicate: (state: RobotSessionState) => boolean): Promise<RobotSessionState>;
  /** Tries again from anew, as after a sign-in. */
  reconnect(): void;
  close(): void;
}

export function connectRunner(options: RunnerClientOptions): RunnerClient {
  const { robotKind, token, clock = clientClock, openSocket = openPlatformSocket, quietRetryMS } = options;
  const replica = createSessionReplica();
  const listeners = new Set<() => void>();
  const frameListeners = new Set<(frame: RobotFrame) => void>();
  let frame: RobotFrame | undefined;
  let isClosed = false;
  let cancelSnapshotTimer: (() => void) | undefined;
  let status: RunnerStatus = {
    connection: 'constructing',
    error: undefined,
    admission: undefined,
    state: undefined,
    isStale: true,
  };

  const change = (part: Partial<RunnerStatus>): void => {
    status = { ...status, ...part };
    for (const listener of [...listeners]) listener();
  };
  const staleness = createStaleness(clock, (isStale) => change({ isStale }));
  const requests = createOpenRequests((text) => connection.write(text), clock);

  const takeState = (): void => {
    staleness.noteState(replica.state !== undefined);
    if (replica.state === undefined) askForSnapshot();
    else change({ state: replica.state });
  };
  const askForSnapshot = (): void => {
    if (cancelSnapshotTimer || status.connection !== 'connected') return;
    if (requests.count('getStateSnapshot') < maxOpenSnapshots) {
      requests.send('getStateSnapshot', {}).then(
        (snapshot) => replica.reset(snapshot) && takeState(),
        // It is asked again below.
        () => undefined,
      );
    }
    askForSnapshotSoon();
  };
  const askForSnapshotSoon = (): void => {
    cancelSnapshotTimer = clock.schedule(snapshotIntervalMS, () => {
      cancelSnapshotTimer = undefined;
      if (replica.state === undefined) askForSnapshot();
    });
  };
  const takePush = (packet: unknown): boolean => {
    const push = pushSchema.safeParse(packet);
    if (!push.success) return false;
    const { data } = push;
    if (data.kind === 'authenticated') change({ admission: data });
    else if (data.kind === 'snapshot') replica.reset(data) && takeState();
    else if (data.kind === 'patch') {
      if (replica.apply(data) !== 'stale') takeState();
    } else {
      frame = data;
      staleness.noteFrame();
      for (const listener of [...frameListeners]) listener(data);
    }
    return true;
  };
  const connection = openRunnerConnection(
    { url: socketUrl(options.url, robotKind), openSocket, clock, quietRetryMS },
    {
      onState(next, error) {
        change({ connection: next, error });
        // The cell sends one unasked.
        if (next === 'connected' && replica.state === undefined) askForSnapshotSoon();
      },
      onOpen(write) {
        const secret = typeof token === 'function' ? token() : token;
        if (secret !== undefined) write(JSON.stringify({ kind: 'authenticate', token: secret }));
      },
      onPacket(packet) {
        const response = runnerResponseSchema.safeParse(packet);
        if (!response.success) return takePush(packet);
        requests.settle(response.data);
        return true;
      },
      onLost(error) {
        cancelSnapshotTimer?.();
        cancelSnapshotTimer = undefined;
        replica.clear();
        requests.rejectAll(error);
        staleness.reset();
        if (status.admission) change({ admission: undefined });
      },
    },
  );

  const subscribe: RunnerClient['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    robotKind,
    get status() {
      return status;
    },
    get frame() {
      return frame;
    },
    subscribe,
    subscribeFrames(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    send: (kind, payload, sendOptions) => requests.send(kind, payload, sendOptions),
    waitFor: (predicate) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const { connection: at, error, state } = status;
          if (isClosed || at === 'failure') {
            unsubscribe();
            reject(error ?? new ProductError('unavailable', 'The connection to the robot was closed'));
          } else if (at === 'connected' && state && replica.state === state && predicate(state)) {
            unsubscribe();
            resolve(state);
          }
        };
        const unsubscribe = subscribe(check);
        check();
      }),
    reconnect: () => connection.reconnect(),
    close() {
      isClosed = true;
      connection.close();
    },
  };
}

function socketUrl(url: string, robotKind: RobotKind): string {
  return `${url.replace(/^http/, 'ws')}/api/v1/routine-runner/${robotKind}`;
}
