import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createAgeTime } from './age-time.ts';

const dayMS = 24 * 3_600_000;

describe('createAgeTime', () => {
  it('advances by elapsed time when the wall clock is set forward', async () => {
    const clock = new VirtualClock(new Date('2026-01-01T00:00:00Z'));
    const readTime = createAgeTime(clock);
    clock.shiftWall(400 * dayMS);
    await clock.advance(1000);
    expect(readTime().toISOString()).toBe('2026-01-01T00:00:01.000Z');
  });

  it('follows a wall clock that is set back', () => {
    const clock = new VirtualClock(new Date('2026-01-01T00:00:00Z'));
    const readTime = createAgeTime(clock);
    clock.shiftWall(-dayMS);
    expect(readTime().toISOString()).toBe('2025-12-31T00:00:00.000Z');
  });
});
