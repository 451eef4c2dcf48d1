import type { Clock } from './clock.ts';

/**
 * Returns a clock for the expiry of stored data: the wall clock, but never later than its first value plus the elapsed
 * time. A wall clock that is set forward expires nothing early.
 */
export function createAgeTime(clock: Clock): () => Date {
  const originMS = clock.wallNow().getTime() - clock.now();
  return () => new Date(Math.min(clock.wallNow().getTime(), originMS + clock.now()));
}
