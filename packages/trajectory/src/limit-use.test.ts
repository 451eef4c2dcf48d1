import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from './fixtures.ts';
import { limitUse } from './limit-use.ts';
import { findLimitViolations } from './limits.ts';
import type { Trajectory } from './trajectory.ts';

const value = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 1, -1));
const state = fc.record({ position: value, velocity: value, acceleration: value });
const segments: fc.Arbitrary<Trajectory> = fc
  .tuple(state, fc.array(fc.record({ h: fc.double({ min: 0.01, max: 2, noNaN: true }), state }), { maxLength: 4 }))
  .map(([first, others]) => {
    let time = 0;
    const later = others.map(({ h, state: next }) => {
      time += h;
      return { time, ...next };
    });
    const points = [{ time: 0, ...first }, ...later].map((point) => ({
      timeFromStart: point.time,
      positions: [point.position],
      velocities: [point.velocity],
      accelerations: [point.acceleration],
    }));
    return { points };
  });
const units = { velocity: [1], acceleration: [1], jerk: [1] };
const quantities = ['velocity', 'acceleration', 'jerk'] as const;

/** Returns the greatest values from the general search for extrema: with limits of 0 everything is an excess. */
function findGreatest(trajectory: Trajectory) {
  const found = findLimitViolations(trajectory, { velocity: [0], acceleration: [0], jerk: [0] }, 0);
  return Object.fromEntries(
    quantities.map((quantity) => [quantity, found.find((one) => one.quantity === quantity)?.excess ?? 0]),
  );
}

describe('limitUse', () => {
  it('equals the use found at the extrema of the polynomials', () => {
    fc.assert(
      fc.property(segments, (trajectory) => {
        const use = limitUse(trajectory, units);
        const greatest = findGreatest(trajectory);
        for (const quantity of quantities) {
          const wanted = greatest[quantity] ?? 0;
          // Jerk is returned without the part that rounding of the points may have added.
          expect(Math.abs(use[quantity] - wanted)).toBeLessThan(1e-9 * Math.max(1, wanted));
        }
      }),
      PROPERTY,
    );
  });

  it('may underestimate a use below the floor, but never one above it', () => {
    fc.assert(
      fc.property(segments, fc.double({ min: 0, max: 5, noNaN: true }), (trajectory, height) => {
        const floor = { velocity: height, acceleration: height, jerk: height };
        const use = limitUse(trajectory, units, floor);
        const exact = limitUse(trajectory, units);
        for (const quantity of quantities) {
          expect(Math.max(use[quantity], height)).toBe(Math.max(exact[quantity], height));
        }
      }),
      PROPERTY,
    );
  });
});
