import type { RunnerStatus } from '@cellwright/client';

/** Reason why positions cannot be taught: the arm's position is unknown, or a routine moves it. */
export type TeachingBlock = 'stale' | 'routineRuns';

export function findTeachingBlock({
  state,
  isStale,
}: Pick<RunnerStatus, 'state' | 'isStale'>): TeachingBlock | undefined {
  if (isStale) return 'stale';
  return state?.kind === 'RoutineRunning' && !state.isPaused ? 'routineRuns' : undefined;
}
