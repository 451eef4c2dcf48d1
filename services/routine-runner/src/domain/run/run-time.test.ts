import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { startRunTime } from './run-time.ts';

describe('The time of a run', () => {
  it.each([26 * 365 * 86_400_000, -3_600_000])('continues evenly when the clock is set by %i ms', async (shiftMS) => {
    const clock = new VirtualClock();
    const readTime = startRunTime(clock);
    const startedAt = readTime();
    expect(startedAt).toEqual(clock.wallNow());
    await clock.advance(2000);
    clock.shiftWall(shiftMS);
    await clock.advance(4000);
    expect(readTime().getTime() - startedAt.getTime()).toBe(6000);
  });
});
