import {
  completed,
  type EnteredChild,
  failed,
  type MoveWaypoint,
  outcomeOf,
  type StepContext,
  type StepOutcome,
  type WaypointPlan,
} from '../../framework/index.ts';

/** A waypoint of a leg, the child it is, and the disabled steps behind it. */
export type LegWaypoint = Extract<WaypointPlan, { ok: true }> & { readonly index: number; readonly skipped: string[] };

/** Waypoints that are passed in one motion. */
export interface Leg {
  readonly waypoints: readonly LegWaypoint[];
  /** Index of the child behind the leg. */
  readonly end: number;
}

export interface LegResult {
  readonly outcome: StepOutcome;
  /** Index of the child to go on with. */
  readonly next: number;
}

/** Moves through a leg; each waypoint shows as a step that plays while the arm is on its way to it. */
export async function playLeg(context: StepContext<unknown>, leg: Leg): Promise<LegResult> {
  const progress = new LegProgress(context, leg.waypoints);
  const waypoints = leg.waypoints.map(
    ({ waypoint }, position): MoveWaypoint => ({ ...waypoint, onReached: () => progress.reach(position) }),
  );
  const result = await context.ports.motion.moveThrough(waypoints, {
    signal: context.signal,
    onActivity: (activity) => progress.show(activity),
  });
  if (!result.ok) return { outcome: progress.leave(outcomeOf(result)), next: leg.end };
  if (result.value.stoppedEarly > 0) return progress.stopEarly(result.value.stoppedEarly);
  progress.reach(leg.waypoints.length - 1);
  return { outcome: completed, next: leg.end };
}

class LegProgress {
  readonly #context: StepContext<unknown>;
  readonly #waypoints: readonly LegWaypoint[];
  #position = 0;
  #entered: EnteredChild | undefined;

  constructor(context: StepContext<unknown>, waypoints: readonly LegWaypoint[]) {
    this.#context = context;
    this.#waypoints = waypoints;
    this.#enter();
  }

  show(activity: string): void {
    this.#entered?.setVariable('currentActivity', activity);
  }

  /** The arm has reached or passed the waypoint at this position, and so all before it. */
  reach(position: number): void {
    while (this.#position <= position && this.#entered !== undefined) {
      this.leave(completed);
      this.#position += 1;
      this.#enter();
    }
  }

  /** The motion to the current waypoint ended early; the move goes on behind it. */
  stopEarly(group: number): LegResult {
    const current = this.#waypoints[this.#position];
    const next = (current?.index ?? 0) + 1;
    const failure = current?.stopEarlyFailure?.();
    if (failure !== undefined) return { outcome: this.leave(failed(failure.kind, failure.message)), next };
    this.#entered?.setVariable('stoppedEarly', group);
    return { outcome: this.leave(completed), next };
  }

  leave(outcome: StepOutcome): StepOutcome {
    const current = this.#waypoints[this.#position];
    if (current === undefined || this.#entered === undefined) return outcome;
    this.show('none');
    if (outcome.kind === 'completed') this.#count(current, this.#entered);
    this.#entered.leave(outcome);
    this.#entered = undefined;
    for (const id of current.skipped) this.#context.skipChild(id);
    return outcome;
  }

  #enter(): void {
    const current = this.#waypoints[this.#position];
    if (current === undefined) return;
    this.#entered = this.#context.enterChild(current.waypoint.stepID);
    this.#entered.setVariable('stoppedEarly', 0);
  }

  #count({ waypoint }: LegWaypoint, entered: EnteredChild): void {
    const count = this.#context.ports.variables.getStepVariable(waypoint.stepID, 'completedCount');
    entered.setVariable('completedCount', (typeof count === 'number' ? count : 0) + 1);
  }
}
