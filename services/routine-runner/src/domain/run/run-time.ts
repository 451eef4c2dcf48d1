import { type Clock, realTimeOf } from '@cellwright/domain/basics';

/**
 * Returns the time of a run's records: the wall clock as it was when the run began, moved on by the monotonic clock. Setting
 * the clock of the machine changes no duration of a run that is under way.
 */
export function startRunTime(clock: Clock): () => Date {
  const real = realTimeOf(clock);
  const begunAt = real.now();
  const startedAt = clock.wallNow().getTime();
  return () => new Date(startedAt + real.now() - begunAt);
}
