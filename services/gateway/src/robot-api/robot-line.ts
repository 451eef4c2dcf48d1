import { randomUUID } from 'node:crypto';
import {
  type Clock,
  isErrorCode,
  type Position,
  ProductError,
  type RobotKind,
  type RobotSessionState,
  type RunnerMessageKind,
  type RunnerPayload,
  type RunnerResult,
  runnerMessages,
  runnerResponseSchema,
} from '@cellwright/domain';
import { clientIDOf, type Identity } from '../domain/identity.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import type { SessionClient } from '../rpc/session-client.ts';

/** Whose call it is, and which robot it means. */
export interface RobotCall {
  readonly robotKind: RobotKind;
  readonly identity: Identity;
}

/** What a program sends of a message: its defaults need not be there. */
export type SentPayload<K extends RunnerMessageKind> = Partial<RunnerPayload<K>>;

export interface RobotLineDeps {
  readonly sessionClient: Pick<SessionClient, 'send' | 'stop' | 'getStateSeq' | 'getPosition'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
  readonly clock: Clock;
}

/** A change that the runner has made shows here within this, or the line to it is broken, ms. */
const shownWithinMS = 1000;
const lookAgainMS = 2;
/** A cell that has just started answers before it has heard of its robots; what is asked then waits this long, ms. */
const heardWithinMS = 3000;

/**
 * The robot sessions as programs without a connection of their own use them: the runner's messages, and its state as it is
 * after the last of them.
 */
export class RobotLine {
  private readonly deps: RobotLineDeps;

  constructor(deps: RobotLineDeps) {
    this.deps = deps;
  }

  /** Waits until the state of the session is known here, or for as long as that may take while the cell starts. */
  async waitUntilKnown(robotKind: RobotKind): Promise<void> {
    const feed = this.deps.feeds[robotKind];
    await this.until(() => (feed.snapshot()?.state.kind ?? 'Constructing') !== 'Constructing', heardWithinMS);
  }

  /** The state of the session. @throws ProductError service_initializing while there is none. */
  state(robotKind: RobotKind): RobotSessionState {
    const state = this.deps.feeds[robotKind].snapshot()?.state;
    if (state && state.kind !== 'Constructing') return state;
    throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
  }

  /** Where the arm stands, told by the runner itself: the state says nothing of it. */
  async position(robotKind: RobotKind): Promise<Required<Pick<Position, 'jointAngles' | 'pose' | 'wristPose'>>> {
    const { jointAngles, pose, wristPose } = await this.deps.sessionClient.getPosition(robotKind);
    if (jointAngles && pose && wristPose) return { jointAngles, pose, wristPose };
    throw new ProductError('internal_server_error', 'The runner did not say where the arm stands');
  }

  /** Asks or tells the runner; what is refused is thrown. */
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
    // Sound: parsed by the schema of this very kind.
    return runnerMessages[kind].result.parse(response.result) as RunnerResult<K>;
  }

  /** The same for what changes the robot: a state that is read from now on has it. */
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

  /** Stops motion and run, as every stop of the gateway does. */
  async stop({ robotKind, identity }: RobotCall, options: { isEmergency: boolean; reason: string }): Promise<void> {
    const caller = { ...identity, door: httpDoorOf(identity) };
    await this.deps.sessionClient.stop(robotKind, leaseHolderOf(identity), caller, options);
  }

  /** Waits until the state here is what the runner has now. */
  async catchUp(robotKind: RobotKind): Promise<void> {
    const seq = await this.deps.sessionClient.getStateSeq(robotKind);
    await this.until(() => (this.deps.feeds[robotKind].snapshot()?.seq ?? 0) >= seq);
  }

  /** Waits until something is so, or for as long as a change may take to show. */
  async until(isTrue: () => boolean, withinMS = shownWithinMS): Promise<void> {
    const { clock } = this.deps;
    for (const end = clock.now() + withinMS; !isTrue() && clock.now() < end; ) await clock.sleep(lookAgainMS);
  }
}

/** What holds a lease for requests without a connection: the same for all with one token. */
export function leaseHolderOf(identity: Identity): string {
  return `robot-api-${clientIDOf(identity)}`;
}
