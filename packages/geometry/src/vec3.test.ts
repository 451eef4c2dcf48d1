import { describe, expect, it } from 'vitest';
import { averagePosition } from './vec3.ts';

describe('averagePosition', () => {
  it('returns the mean of points', () => {
    expect(averagePosition([[1, 2, 3]])).toEqual([1, 2, 3]);
    expect(
      averagePosition([
        [0, 0, 0],
        [2, 4, -6],
      ]),
    ).toEqual([1, 2, -3]);
  });

  it('refuses to average no points instead of returning NaN', () => {
    expect(() => averagePosition([])).toThrow('Cannot get average position of 0 positions');
  });
});
