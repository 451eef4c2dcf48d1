import { type Clock, messages, ProductError } from '@cellwright/domain';
import type { MovePlan } from './move/request.ts';
import type { PlanningDesk } from './planning-desk.ts';
import type { PlanningTask } from './task.ts';

/** The spec's time for a motion goal, per target, ms. */
const perTargetMS = 5000;
/** The most that a plan may take, whatever deadline the caller gives, ms. */
export const longestPlanMS = 60_000;

/** How long a plan may take in all, waiting for its turn included, for a caller that gives no deadline, ms. */
export function planTimeLimit(task: PlanningTask): number {
  const targets = task.kind === 'recovery' ? 1 : task.request.targets.length;
  return Math.min(targets * perTargetMS, longestPlanMS);
}

/**
 * A plan that is there in time or not at all, wherever its time was spent.
 * @throws ProductError unavailable when it is late, or the planner cannot plan now; the signal's reason when aborted
 */
export async function planWithin(
  desk: Pick<PlanningDesk, 'plan'>,
  task: PlanningTask,
  signal: AbortSignal,
  clock: Clock,
  limitMS = planTimeLimit(task),
): Promise<MovePlan> {
  const late = new AbortController();
  const cancelTimer = clock.schedule(limitMS, () =>
    late.abort(new ProductError('unavailable', messages.timeoutReached(limitMS))),
  );
  try {
    return await desk.plan(task, AbortSignal.any([signal, late.signal]));
  } finally {
    cancelTimer();
  }
}
