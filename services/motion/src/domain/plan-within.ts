import { type Clock, ProductError, withEither } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { CachedPlanner } from './cached-planner.ts';
import type { MovePlan } from './move/request.ts';
import type { AskedTask } from './planner-backend.ts';

/** Time limit of a motion goal in the specification, per target, ms. */
const perTargetMS = 5000;
/** Maximum time of a plan for any deadline of the caller, ms. */
export const longestPlanMS = 60_000;

/** Returns the time limit of a plan including its wait, for a caller without a deadline, ms. */
export function planTimeLimit(task: AskedTask): number {
  const targets = task.kind === 'recovery' ? 1 : task.request.targets.length;
  return Math.min(targets * perTargetMS, longestPlanMS);
}

/** Reason of a plan that took too long, as opposed to a cancelled one. */
export class PlanTimeout extends ProductError {}

/**
 * Returns a plan within its time limit. @throws ProductError unavailable when it is late, or the planner cannot plan
 * now; the signal's reason when aborted
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
    return await withEither(signal, late.signal, (ended) => cachedPlanner.plan(task, ended));
  } finally {
    cancelTimer();
  }
}
