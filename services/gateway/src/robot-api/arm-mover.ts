import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RunnerResult } from '@cellwright/domain/runner-socket';
import type { SpaceItem } from '@cellwright/domain/space';
import * as z from 'zod';
import { type ArmTarget, findPose, type MoveRequest, speedOf, targetsOf } from './arm-targets.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';

/** Outcome or progress of a move. */
export const moveEventSchema = z.object({
  kind: z.enum(['planning', 'begin_motion', 'success', 'failure', 'canceled']),
  failure: z.object({ kind: z.string(), reason: z.string(), internal_reason: z.string().optional() }).optional(),
  canceled: z.object({ kind: z.string(), reason: z.string() }).optional(),
});
export type MoveEvent = z.infer<typeof moveEventSchema>;

/** Text that programs read for every plan that fails. */
const planFailed = 'Failed to generate a motion plan';

/** Options of the runner's request for each part of a move. */
export interface PartOptions {
  readonly isHeld: boolean;
  /** Command id of the n-th part. */
  readonly commandIDOf?: (part: number) => string;
  readonly heartbeatIntervalMS?: number | undefined;
  /** Aborts when the program has disconnected: no further part of the move begins. */
  readonly gone?: AbortSignal | undefined;
}

type MoveResult = RunnerResult<'moveToJointSpacePoint'>;

export interface ArmMoverDeps {
  readonly line: RobotLine;
  readonly calibrations: (call: RobotCall) => Promise<SpaceItem[]>;
  /**
   * True if a program's move switches a live robot to program control; otherwise the program must do so before, by its
   * control mode.
   */
  readonly takesControl: boolean;
}

/** Moves of programs: one runner message for each place, in order. */
export class ArmMover {
  private readonly deps: ArmMoverDeps;

  constructor(deps: ArmMoverDeps) {
    this.deps = deps;
  }

  /**
   * Returns when the arm has stopped at the last position, or the reason why it has not. A stop cancels the remaining
   * positions.
   */
  async move(call: RobotCall, request: MoveRequest, options: PartOptions): Promise<MoveEvent> {
    const { line, calibrations } = this.deps;
    const targets = targetsOf(request);
    if (targets.length > 1) await line.catchUp(call.robotKind);
    const { stopEpoch } = line.state(call.robotKind);
    const steps = [];
    for (const target of targets) steps.push(await this.aim(target, () => calibrations(call)));
    for (const [part, aimed] of steps.entries()) {
      if (options.gone?.aborted) return canceled('The program closed its connection');
      const commandID = options.commandIDOf?.(part);
      const how = {
        ...speedOf(request),
        mayAvoid: true,
        isHeld: options.isHeld,
        ...(commandID === undefined ? {} : { commandID }),
        ...(options.heartbeatIntervalMS === undefined ? {} : { heartbeatIntervalMS: options.heartbeatIntervalMS }),
      };
      // A stop between two positions stops the move: the remaining ones belong to an older epoch.
      const epoch = part === 0 ? undefined : stopEpoch;
      const event = await this.movePart(call, aimed, request.movement_kind, how, epoch);
      if (event.kind !== 'success') return steps.length > 1 ? namePlace(event, part, steps.length) : event;
    }
    return { kind: 'success' };
  }

  private async aim(target: ArmTarget, calibrations: () => Promise<SpaceItem[]>) {
    if ('jointAngles' in target) return target;
    return { pose: await findPose(target.placed, calibrations) };
  }

  private async movePart(
    call: RobotCall,
    aimed: Awaited<ReturnType<ArmMover['aim']>>,
    motionKind: MoveRequest['movement_kind'],
    how: Readonly<Record<string, unknown>>,
    epoch: number | undefined,
  ): Promise<MoveEvent> {
    const { line } = this.deps;
    const send = (): Promise<MoveResult> =>
      'jointAngles' in aimed
        ? line.command(call, 'moveToJointSpacePoint', { ...how, ...aimed }, epoch)
        : line.command(call, 'moveToCartesianSpacePose', { ...how, ...aimed, motionKind }, epoch);
    try {
      return eventOf(await this.withControl(call, send));
    } catch (error) {
      const isOvertaken = epoch !== undefined && error instanceof ProductError && error.code === 'conflict';
      if (!isOvertaken) throw error;
      return canceled(error.message);
    }
  }

  /** A program that moves a live robot takes control implicitly, as with the control mode: users are notified. */
  private async withControl(call: RobotCall, send: () => Promise<MoveResult>): Promise<MoveResult> {
    const { line, takesControl } = this.deps;
    try {
      return await send();
    } catch (error) {
      const isRefused = error instanceof ProductError && error.code === 'api_control_required';
      if (!isRefused || !takesControl || !this.mayTake(call.robotKind)) throw error;
      await line.command(call, 'setControlMode', { kind: 'api' });
      return send();
    }
  }

  private mayTake(robotKind: RobotKind): boolean {
    return robotKind === 'live' && this.deps.line.state(robotKind).controlMode !== 'api';
  }
}

function eventOf({ result, message }: MoveResult): MoveEvent {
  if (result === 'Success') return { kind: 'success' };
  if (result === 'Interrupted') return canceled(message ?? messages.goalCancelled);
  return {
    kind: 'failure',
    failure: { kind: 'motion_failed_unknown_reason', reason: planFailed, internal_reason: result },
  };
}

/** Adds the index in the list to a failure. */
function namePlace({ kind, failure, canceled: end }: MoveEvent, part: number, count: number): MoveEvent {
  if (!failure) return { kind, ...(end && { canceled: end }) };
  const why = failure.internal_reason === undefined ? '' : `: ${failure.internal_reason}`;
  return { kind, failure: { ...failure, internal_reason: `place ${part + 1} of ${count}${why}` } };
}

function canceled(reason: string): MoveEvent {
  return { kind: 'canceled', canceled: { kind: 'canceled', reason } };
}
