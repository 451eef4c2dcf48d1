import { type Clock, messages, ProductError } from '@cellwright/domain';
import type { CachedPlanner } from './cached-planner.ts';
import type { MovePlan } from './move/request.ts';
import type { AskedTask } from './planner-backend.ts';

/** The spec's time for a motion goal, per target, ms. */
const perTargetMS = 5000;
/** The most that a plan may take, whatever deadline the caller gives, ms. */
export const longestPlanMS = 60_000;

/** How long a plan may take in all, waiting for its turn included, for a caller that gives no deadline, ms. */
export function planTimeLimit(task: AskedTask): number {
  const targets = task.kind === 'recovery' ? 1 : task.request.targets.length;
  return Math.min(targets * perTargetMS, longestPlanMS);
}

/** Why a plan is given up that took too long: nobody took it back. */
export class PlanTimeout extends ProductError {}

/**
 * A plan that is there in time or not at all, wherever its time was spent.
 * @throws ProductError unavailable when it is late, or the planner cannot plan now; the signal's reason when aborted
 */
export async function planWithin(
  cachedPlanner: Pick<CachedPlanner, 'plan'>,
  task: AskedTask,
  signal: AbortSignal,
  clock: Clock,
  limitMS = planTimeLimit(task),
): Promise<MovePlan> {
  const late = new AbortController();
  const cancelTimer = clock.schedule(limitMS, () =>
    late.abort(new PlanTimeout('unavailable', messages.timeoutReached(limitMS))),
  );
  try {
    return await cachedPlanner.plan(task, AbortSignal.any([signal, late.signal]));
  } finally {
    cancelTimer();
  }
}
