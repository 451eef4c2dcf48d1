import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { type RobotFrame, type RobotSessionState, robotFrameSchema } from '@cellwright/domain/run';
import {
  type RunnerMessageKind,
  type RunnerResult,
  runnerResponseSchema,
  statePatchSchema,
  stateSnapshotSchema,
} from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { clientClock } from '../clock.ts';
import { connectionMessages } from '../connection-messages.ts';
import { openPlatformSocket, type SocketOpener } from '../socket.ts';
import { createCellTime, type StartOfRun } from './cell-time.ts';
import { createOpenRequests, type RunnerPayloadInput, type SendOptions } from './open-requests.ts';
import { type ConnectionState, openRunnerConnection } from './runner-connection.ts';
import { createSessionReplica } from './session-replica.ts';
import { createStaleness } from './staleness.ts';

/** Interval of snapshot requests while there is no state, ms. */
const snapshotIntervalMS = 50;
/** Maximum number of open snapshot requests: the other slots are left for user requests. */
const maxOpenSnapshots = 8;

const admissionSchema = z.object({
  kind: z.literal('authenticated'),
  sessionID: z.string(),
  /** Absent from cells of an earlier release. */
  clientID: z.string().optional(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Time of the cell. Absent from cells of an earlier release. */
  at: z.iso.datetime().optional(),
});
/** All messages of a robot, distinguished by one field: a frame comes 30 times a second. */
const packetSchema = z.discriminatedUnion('kind', [
  admissionSchema,
  stateSnapshotSchema,
  statePatchSchema,
  robotFrameSchema,
  runnerResponseSchema,
]);

/**
 * Identity of this connection in the cell. `lease.holderID` is its `sessionID` while this connection has the lease;
 * `control.holder.clientID` is its `clientID` while this client, on any of its connections, controls the robot.
 */
export type Admission = z.infer<typeof admissionSchema>;

/** Known state of a robot session, except its frames. A new object after every change. */
export interface RunnerStatus {
  readonly connection: ConnectionState;
  /** Reason why the connection is disconnected or in failure. */
  readonly error: ProductError | undefined;
  readonly admission: Admission | undefined;
  /** The newest known state, kept through a disconnection: show it as stale while `isStale`. */
  readonly state: RobotSessionState | undefined;
  /** True if nothing current is known: no connection, no state that matches its hash, or no frame for 1 s. */
  readonly isStale: boolean;
}

export interface RunnerClientOptions {
  /** Origin of the cell, such as `http://cell.local:3000`. */
  readonly url: string;
  readonly robotKind: RobotKind;
  /** A developer token; without one the browser's session cookie is used. */
  readonly token?: string | (() => string | undefined);
  readonly openSocket?: SocketOpener;
  readonly clock?: Clock;
  /** Interval of quiet retries after a failure, ms. Without it a failure stays until `reconnect`. */
  readonly quietRetryMS?: number;
}

/** A client's view of a robot session. It connects at once and reconnects by itself. */
export interface RunnerClient {
  readonly robotKind: RobotKind;
  readonly status: RunnerStatus;
  /** The newest joint angles; 30 a second while moving, 4 at rest. */
  readonly frame: RobotFrame | undefined;
  /**
   * Returns the time of the cell of the known data, ms since 1970: it stops with the frames and does not depend on this
   * machine's clock.
   */
  shownAt(): number;
  /** Returns the elapsed time of a run, ms; it stops with the frames and does not depend on clock changes. */
  elapsedMS(run: StartOfRun): number;
  /** Returns the time since the last frame, ms; infinite before the first. */
  quietMS(): number;
  /** Subscribes to every change of `status`. */
  subscribe(listener: () => void): () => void;
  subscribeFrames(listener: (frame: RobotFrame) => void): () => void;
  /**
   * Sends a request once.
   * @throws ProductError: the robot's refusal, or unavailable when it is not connected.
   */
  send<K extends RunnerMessageKind>(
    kind: K,
    payload: RunnerPayloadInput<K>,
    options?: SendOptions,
  ): Promise<RunnerResult<K>>;
  /**
   * Resolves with the first current state that fits, which may be the present one; rejects when the connection fails or
   * closes.
   */
  waitFor(predicate: (state: RobotSessionState) => boolean): Promise<RobotSessionState>;
  /** Reconnects and resets the attempt counter, as after a sign-in. */
  reconnect(): void;
  close(): void;
}

export function connectRunner(options: RunnerClientOptions): RunnerClient {
  return new SocketRunnerClient(options);
}

/** Public functions are bound because components pass them as values. */
class SocketRunnerClient implements RunnerClient {
  readonly robotKind: RobotKind;
  frame: RobotFrame | undefined;
  status: RunnerStatus = {
    connection: 'constructing',
    error: undefined,
    admission: undefined,
    state: undefined,
    isStale: true,
  };
  readonly #clock: Clock;
  readonly #cellTime: ReturnType<typeof createCellTime>;
  readonly #replica = createSessionReplica();
  readonly #listeners = new Set<() => void>();
  readonly #frameListeners = new Set<(frame: RobotFrame) => void>();
  readonly #staleness: ReturnType<typeof createStaleness>;
  readonly #requests: ReturnType<typeof createOpenRequests>;
  readonly #connection: ReturnType<typeof openRunnerConnection>;
  #isClosed = false;
  #cancelSnapshotTimer: (() => void) | undefined;

  constructor(options: RunnerClientOptions) {
    const { robotKind, clock = clientClock } = options;
    this.robotKind = robotKind;
    this.#clock = clock;
    this.#cellTime = createCellTime(clock);
    this.#staleness = createStaleness(clock, (isStale) => this.#change({ isStale }));
    this.#requests = createOpenRequests((text) => this.#connection.write(text), clock);
    this.#connection = this.#connect(options);
  }

  readonly shownAt = (): number => this.#cellTime.shownAt();

  readonly elapsedMS = (run: StartOfRun): number => this.#cellTime.elapsedMS(run);

  readonly quietMS = (): number => this.#cellTime.quietMS();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly subscribeFrames = (listener: (frame: RobotFrame) => void): (() => void) => {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  };

  readonly send: RunnerClient['send'] = (kind, payload, options) => this.#requests.send(kind, payload, options);

  readonly waitFor: RunnerClient['waitFor'] = (predicate) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const { connection, error, state } = this.status;
        if (this.#isClosed || connection === 'failure') {
          unsubscribe();
          reject(error ?? new ProductError('unavailable', connectionMessages.robotClosed));
        } else if (connection === 'connected' && state && this.#replica.state === state && predicate(state)) {
          unsubscribe();
          resolve(state);
        }
      };
      const unsubscribe = this.subscribe(check);
      check();
    });

  readonly reconnect = (): void => this.#connection.reconnect();

  readonly close = (): void => {
    this.#isClosed = true;
    this.#connection.close();
  };

  #connect({ url, robotKind, token, openSocket = openPlatformSocket, quietRetryMS }: RunnerClientOptions) {
    return openRunnerConnection(
      { url: socketUrl(url, robotKind), openSocket, clock: this.#clock, quietRetryMS },
      {
        onState: (connection, error) => {
          this.#change({ connection, error });
          // The cell sends a snapshot without a request.
          if (connection === 'connected' && this.#replica.state === undefined) this.#askForSnapshotSoon();
        },
        onOpen(write) {
          const secret = typeof token === 'function' ? token() : token;
          if (secret !== undefined) write(JSON.stringify({ kind: 'authenticate', token: secret }));
        },
        onPacket: (packet) => this.#takePacket(packet),
        onLost: (error) => this.#lose(error),
      },
    );
  }

  #change(part: Partial<RunnerStatus>): void {
    this.status = { ...this.status, ...part };
    for (const listener of [...this.#listeners]) listener();
  }

  #lose(error: ProductError): void {
    this.#cancelSnapshotTimer?.();
    this.#cancelSnapshotTimer = undefined;
    this.#replica.clear();
    this.#requests.rejectAll(error);
    this.#staleness.reset();
    if (this.status.admission) this.#change({ admission: undefined });
  }

  #takePacket(packet: unknown): boolean {
    const parsed = packetSchema.safeParse(packet);
    if (!parsed.success) return false;
    const { data } = parsed;
    if (data.kind === 'response') this.#requests.settle(data);
    else if (data.kind === 'authenticated') this.#admit(data);
    else if (data.kind === 'snapshot') this.#replica.reset(data) && this.#takeState();
    else if (data.kind === 'frame') this.#takeFrame(data);
    else if (this.#replica.apply(data) !== 'stale') this.#takeState();
    return true;
  }

  #admit(admission: Admission): void {
    if (admission.at !== undefined) this.#cellTime.noteCellTime(Date.parse(admission.at));
    this.#change({ admission });
  }

  #takeFrame(frame: RobotFrame): void {
    this.frame = frame;
    this.#cellTime.noteFrame(frame.steadyMS);
    this.#staleness.noteFrame();
    for (const listener of [...this.#frameListeners]) listener(frame);
  }

  #takeState(): void {
    const { state } = this.#replica;
    this.#staleness.noteState(state !== undefined);
    if (state === undefined) this.#askForSnapshot();
    else this.#change({ state });
  }

  #askForSnapshot(): void {
    if (this.#cancelSnapshotTimer || this.status.connection !== 'connected') return;
    if (this.#requests.count('getStateSnapshot') < maxOpenSnapshots) {
      this.#requests.send('getStateSnapshot', {}).then(
        (snapshot) => this.#replica.reset(snapshot) && this.#takeState(),
        // It is requested again below.
        () => undefined,
      );
    }
    this.#askForSnapshotSoon();
  }

  #askForSnapshotSoon(): void {
    this.#cancelSnapshotTimer = this.#clock.schedule(snapshotIntervalMS, () => {
      this.#cancelSnapshotTimer = undefined;
      if (this.#replica.state === undefined) this.#askForSnapshot();
    });
  }
}

function socketUrl(url: string, robotKind: RobotKind): string {
  return `${url.replace(/^http/, 'ws')}/api/v1/routine-runner/${robotKind}`;
}
