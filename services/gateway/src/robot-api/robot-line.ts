import { randomUUID } from 'node:crypto';
import { type Clock, isErrorCode, ProductError } from '@cellwright/domain/basics';
import type { Position, RobotKind } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import {
  type RunnerMessageKind,
  type RunnerPayload,
  type RunnerResult,
  runnerMessages,
  runnerResponseSchema,
} from '@cellwright/domain/runner-socket';
import { clientIDOf, type Identity } from '../domain/identity.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import type { SessionClient } from '../rpc/session-client.ts';

/** Caller and robot of a call. */
export interface RobotCall {
  readonly robotKind: RobotKind;
  readonly identity: Identity;
}

/** Payload of a message as a program sends it: fields with defaults are optional. */
export type SentPayload<K extends RunnerMessageKind> = Partial<RunnerPayload<K>>;

export interface RobotLineDeps {
  readonly sessionClient: Pick<SessionClient, 'send' | 'stop' | 'getStateSeq' | 'getPosition'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
  readonly clock: Clock;
}

/** Maximum time until a change of the runner shows here, ms; after that the connection to it is broken. */
const shownWithinMS = 1000;
const lookAgainMS = 2;
/** Time for which operations wait after the start of a cell until it has received the state of its robots, ms. */
const heardWithinMS = 3000;

/**
 * Robot sessions for programs without a permanent connection: the runner's messages, and its state after the last of
 * them.
 */
export class RobotLine {
  private readonly deps: RobotLineDeps;

  constructor(deps: RobotLineDeps) {
    this.deps = deps;
  }

  /** Waits until the state of the session is known here, or until the time limit of a starting cell. */
  async waitUntilKnown(robotKind: RobotKind): Promise<void> {
    const feed = this.deps.feeds[robotKind];
    await this.until(() => (feed.snapshot()?.state.kind ?? 'Constructing') !== 'Constructing', heardWithinMS);
  }

  /** Returns the state of the session. @throws ProductError service_initializing while there is none. */
  state(robotKind: RobotKind): RobotSessionState {
    const state = this.deps.feeds[robotKind].snapshot()?.state;
    if (state && state.kind !== 'Constructing') return state;
    throw new ProductError('service_initializing', 'The robot session is starting. Try again in a moment');
  }

  /** Returns the position of the arm from the runner: the state does not contain it. */
  async position(robotKind: RobotKind): Promise<Required<Pick<Position, 'jointAngles' | 'pose' | 'wristPose'>>> {
    const { jointAngles, pose, wristPose } = await this.deps.sessionClient.getPosition(robotKind);
    if (jointAngles && pose && wristPose) return { jointAngles, pose, wristPose };
    throw new ProductError('internal_server_error', 'The position of the arm is unknown');
  }

  /** Sends a message to the runner; throws if it is refused. */
  async send<K extends RunnerMessageKind>(
    { robotKind, identity }: RobotCall,
    kind: K,
    payload: SentPayload<K>,
    epoch?: number,
  ): Promise<RunnerResult<K>> {
    const request = { id: randomUUID(), kind, payload, ...(epoch === undefined ? {} : { epoch }) };
    const caller = { ...identity, door: httpDoorOf(identity) };
    const text = await this.deps.sessionClient.send(robotKind, leaseHolderOf(identity), caller, request);
    const response = runnerResponseSchema.parse(JSON.parse(text));
    if (!response.ok) {
      const { code, message, details } = response.error;
      throw new ProductError(isErrorCode(code) ? code : 'internal_server_error', message, details);
    }
    // Safe cast: parsed by the schema of the same kind.
    return runnerMessages[kind].result.parse(response.result) as RunnerResult<K>;
  }

  /** Sends a message that changes the robot: a state that is read afterwards contains the change. */
  async command<K extends RunnerMessageKind>(
    call: RobotCall,
    kind: K,
    payload: SentPayload<K>,
    epoch?: number,
  ): Promise<RunnerResult<K>> {
    const result = await this.send(call, kind, payload, epoch);
    await this.catchUp(call.robotKind);
    return result;
  }

  /** Stops motion and run, like every stop of the gateway. */
  async stop({ robotKind, identity }: RobotCall, options: { isEmergency: boolean; reason: string }): Promise<void> {
    const caller = { ...identity, door: httpDoorOf(identity) };
    await this.deps.sessionClient.stop(robotKind, leaseHolderOf(identity), caller, options);
  }

  /** Waits until the state here equals the runner's present one; false if it does not within the maximum time. */
  async catchUp(robotKind: RobotKind): Promise<boolean> {
    const seq = await this.deps.sessionClient.getStateSeq(robotKind);
    return this.until(() => (this.deps.feeds[robotKind].snapshot()?.seq ?? 0) >= seq);
  }

  /** Waits until a condition is true, or for the maximum time until a change shows; returns whether it is true. */
  async until(isTrue: () => boolean, withinMS = shownWithinMS): Promise<boolean> {
    const { clock } = this.deps;
    for (const end = clock.now() + withinMS; !isTrue(); await clock.sleep(lookAgainMS)) {
      if (clock.now() >= end) return false;
    }
    return true;
  }
}

/** Returns the lease holder for requests without a connection: the same for all with one token. */
export function leaseHolderOf(identity: Identity): string {
  return `robot-api-${clientIDOf(identity)}`;
}
