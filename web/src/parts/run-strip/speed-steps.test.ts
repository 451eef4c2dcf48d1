import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSpeed } from './speed-steps.ts';

describe('The next overall speed', () => {
  it('steps to the next round number, and not beyond the ends', () => {
    expect(nextSpeed(100, 'slower')).toBe(90);
    expect(nextSpeed(27, 'slower')).toBe(20);
    expect(nextSpeed(27, 'faster')).toBe(30);
    expect(nextSpeed(10, 'slower')).toBe(5);
    expect(nextSpeed(1, 'slower')).toBeUndefined();
    expect(nextSpeed(100, 'faster')).toBeUndefined();
  });

  it('always changes in the requested direction, and stays within 1 and 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (percent) => {
        const slower = nextSpeed(percent, 'slower') ?? 1;
        const faster = nextSpeed(percent, 'faster') ?? 100;
        expect(slower).toBeLessThanOrEqual(Math.max(percent, 1));
        expect(faster).toBeGreaterThanOrEqual(percent);
        expect([slower, faster].every((speed) => speed >= 1 && speed <= 100)).toBe(true);
      }),
    );
  });
});
