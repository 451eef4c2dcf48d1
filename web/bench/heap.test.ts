import { describe, expect, it } from 'vitest';
import { growthOf } from './heap.ts';

describe('growthOf', () => {
  it('returns the slope per hour of samples taken every 15 s', () => {
    const samples = Array.from({ length: 41 }, (_, index) => 20 + index * 0.01);
    expect(growthOf(samples)).toEqual({ minutes: 10, firstMB: 20, lastMB: 20.4, megabytesPerHour: 2.4 });
  });

  it('finds no growth in fluctuating samples', () => {
    const samples = Array.from({ length: 40 }, (_, index) => 20 + (index % 2));
    expect(growthOf(samples).megabytesPerHour).toBeCloseTo(0, 0);
  });
});
