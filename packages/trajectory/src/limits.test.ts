import { describe, expect, it } from 'vitest';
import { driveJerks, SEVEN_PHASES } from './fixtures.ts';
import { findLimitViolations } from './limits.ts';

const motion = driveJerks([1, 0.5], SEVEN_PHASES);
const limits = { velocity: [1.44, 1], acceleration: [1.8, 1], jerk: [18, 10] };

describe('findLimitViolations', () => {
  it('finds nothing when the limits are used up exactly', () => {
    expect(findLimitViolations(motion, limits)).toEqual([]);
  });

  it.each([
    ['velocity', { ...limits, velocity: [1.4, 1] }, 0, 0.04],
    ['acceleration', { ...limits, acceleration: [1.8, 0.8] }, 1, 0.1],
    ['jerk', { ...limits, jerk: [17, 10] }, 0, 1],
    ['position', { ...limits, lower: [-1, -1], upper: [2.5, 1.2] }, 1, 0.168],
  ] as const)('reports %s with joint and excess', (quantity, tight, joint, excess) => {
    const [violation] = findLimitViolations(motion, tight).filter((found) => found.joint === joint);
    expect(violation?.quantity).toBe(quantity);
    expect(violation?.excess).toBeCloseTo(excess, 9);
  });

  it('finds an extremum between two points that are both inside', () => {
    const swing = {
      points: [
        { timeFromStart: 0, positions: [0], velocities: [1], accelerations: [0] },
        { timeFromStart: 1, positions: [0], velocities: [-1], accelerations: [0] },
      ],
    };
    const [found] = findLimitViolations(swing, { velocity: [9], acceleration: [99], jerk: [999], upper: [0.3] });
    expect(found?.time).toBeCloseTo(0.5, 6);
    expect(found?.value).toBeCloseTo(0.3125, 9);
  });
});
