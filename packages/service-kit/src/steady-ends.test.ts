import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { SteadyEnds } from './steady-ends.ts';

const hourMS = 3_600_000;
const yearMS = 365 * 24 * hourMS;

function begin(remainingMS = hourMS) {
  const clock = new VirtualClock();
  const ends = new SteadyEnds(clock);
  const expiresAt = new Date(clock.wallNow().getTime() + remainingMS);
  return { clock, ends, expiresAt, hasEnded: () => ends.hasEnded('token_1', expiresAt) };
}

describe('SteadyEnds', () => {
  it.each([26 * yearMS, -26 * yearMS])('counts the remaining time when the clock is set by %i ms', async (shiftMS) => {
    const { clock, hasEnded } = begin();
    expect(hasEnded()).toBe(false);
    clock.shiftWall(shiftMS);
    await clock.advance(hourMS - 1);
    expect(hasEnded()).toBe(false);
    await clock.advance(1);
    expect(hasEnded()).toBe(true);
  });

  it('expires keys that are already past when first seen, and never those without an expiry', () => {
    const { ends, hasEnded } = begin(0);
    expect(hasEnded()).toBe(true);
    expect(ends.hasEnded('token_2', null)).toBe(false);
  });

  it('recalculates when the end was changed or removed', () => {
    const { clock, ends, expiresAt, hasEnded } = begin();
    expect(hasEnded()).toBe(false);
    expect(ends.hasEnded('token_1', new Date(0))).toBe(true);
    ends.forget('token_1');
    clock.shiftWall(yearMS);
    expect(ends.hasEnded('token_1', expiresAt)).toBe(true);
  });
});
