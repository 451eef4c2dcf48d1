import type { Clock } from './clock.ts';

/**
 * Returns what tells the time by which stored things are old enough to be forgotten: that of the wall clock, but never later
 * than it was at first plus the time since. A wall clock that is set forward makes nothing old early.
 */
export function createAgeTime(clock: Clock): () => Date {
  const originMS = clock.wallNow().getTime() - clock.now();
  return () => new Date(Math.min(clock.wallNow().getTime(), originMS + clock.now()));
}
