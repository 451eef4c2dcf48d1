import { completed, failed, outcomeOf, stopped } from '../outcomes.ts';
import type { MoveWaypoint, PortFailure, StepPorts } from '../ports.ts';
import type { Provided } from '../provided.ts';
import type { EnteredChild, StepOutcome } from '../runtime.ts';
import { pushed, slowToPush } from './pushed.ts';
import type { WaypointPlan } from './waypoint-role.ts';

/** A waypoint of a leg and the step that shows as playing while the arm moves to it. */
export type LegWaypoint = Extract<WaypointPlan, { ok: true }> & {
  /** Shows the step as playing. */
  enter(): EnteredChild;
  /** Called when the step was left, whatever its outcome. */
  readonly onLeft?: () => void;
};

export interface LegResult<Waypoint> {
  readonly outcome: StepOutcome;
  /** Waypoint before which the motion ended early. */
  readonly endedEarlyAt?: Waypoint | undefined;
}

/** Context of the step that moves through a leg. */
export interface LegContext {
  readonly ports: StepPorts;
  readonly signal: AbortSignal;
  find<Value>(key: Provided<Value>): Value | undefined;
}

/** Moves through waypoints in one motion; each shows as a playing step while the arm moves to it. */
export async function playLeg<Waypoint extends LegWaypoint>(
  context: LegContext,
  waypoints: readonly Waypoint[],
): Promise<LegResult<Waypoint>> {
  const progress = new LegProgress(context, waypoints);
  const push = context.find(pushed);
  const observed = waypoints.map(
    ({ waypoint }, position): MoveWaypoint => ({
      ...waypoint,
      limits: push ? slowToPush(waypoint.limits) : waypoint.limits,
      onReached: () => progress.reach(position),
    }),
  );
  const result = await context.ports.motion.moveThrough(observed, {
    signal: context.signal,
    onActivity: (activity) => progress.show(activity),
    contactForce: push?.forceNewtons,
  });
  push?.onMoved();
  if (!result.ok) {
    const faulty = 'failure' in result ? result.failure.waypointIndex : undefined;
    return { outcome: progress.failAt(faulty, outcomeOf(result)) };
  }
  if (result.value.stoppedEarly > 0) return progress.stopEarly(result.value.stoppedEarly);
  if (result.value.endedInContact) return progress.endInContact();
  progress.reach(waypoints.length - 1);
  return { outcome: completed };
}

/** Fails the step whose target cannot be resolved, because the user must look there. */
export function failAt(entered: EnteredChild, { kind, message }: PortFailure): StepOutcome {
  const outcome = failed(kind, message);
  entered.leave(outcome);
  return outcome;
}

class LegProgress<Waypoint extends LegWaypoint> {
  readonly #context: LegContext;
  readonly #waypoints: readonly Waypoint[];
  #position = 0;
  #entered: EnteredChild | undefined;

  constructor(context: LegContext, waypoints: readonly Waypoint[]) {
    this.#context = context;
    this.#waypoints = waypoints;
    this.#enter();
  }

  show(activity: string): void {
    this.#entered?.setVariable('currentActivity', activity);
  }

  /** Called when the arm has reached or passed the waypoint at this position, and so all before it. */
  reach(position: number): void {
    while (this.#position <= position && this.#entered !== undefined) {
      this.leave(completed);
      this.#position += 1;
      this.#enter();
    }
  }

  /** Called when the motion to the current waypoint ended early; the move continues after it. */
  stopEarly(group: number): LegResult<Waypoint> {
    const current = this.#waypoints[this.#position];
    const failure = current?.stopEarlyFailure?.();
    if (failure !== undefined) return { outcome: this.leave(failed(failure.kind, failure.message)) };
    this.#entered?.setVariable('stoppedEarly', group);
    return { outcome: this.leave(completed), endedEarlyAt: current };
  }

  /** Called when the tool reached its contact force, which ends the motion to the current waypoint. */
  endInContact(): LegResult<Waypoint> {
    return { endedEarlyAt: this.#waypoints[this.#position], outcome: this.leave(completed) };
  }

  /** Fails the waypoint at fault; the one that showed as playing before it is left as stopped. */
  failAt(position: number | undefined, outcome: StepOutcome): StepOutcome {
    const isBehind = position !== undefined && position > this.#position && position < this.#waypoints.length;
    if (isBehind && this.#entered !== undefined) {
      this.leave(stopped);
      this.#position = position;
      this.#enter();
    }
    return this.leave(outcome);
  }

  leave(outcome: StepOutcome): StepOutcome {
    const current = this.#waypoints[this.#position];
    if (current === undefined || this.#entered === undefined) return outcome;
    this.show('none');
    if (outcome.kind === 'completed') this.#entered.setVariable('completedCount', this.#countOf(current) + 1);
    this.#entered.leave(outcome);
    this.#entered = undefined;
    current.onLeft?.();
    return outcome;
  }

  #enter(): void {
    const current = this.#waypoints[this.#position];
    if (current === undefined) return;
    this.#entered = current.enter();
    // Shows 0 from the start, and keeps the count of former rounds.
    this.#entered.setVariable('completedCount', this.#countOf(current));
    if (current.canStopEarly === true) this.#entered.setVariable('stoppedEarly', 0);
  }

  #countOf({ waypoint }: LegWaypoint): number {
    const count = this.#context.ports.variables.getStepVariable(waypoint.stepID, 'completedCount');
    return typeof count === 'number' ? count : 0;
  }
}
