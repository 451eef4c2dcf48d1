import { describe, expect, it } from 'vitest';
import { driveJerks, SEVEN_PHASES } from './fixtures.ts';
import type { Trajectory, TrajectoryPoint } from './trajectory.ts';
import { holdTrajectory } from './trajectory.ts';
import { validateTrajectory } from './validate.ts';

const good = driveJerks([1, -1], SEVEN_PHASES);
const kinds = (trajectory: Trajectory, options = {}) => validateTrajectory(trajectory, options).map(({ kind }) => kind);

function withPoint(index: number, change: Partial<TrajectoryPoint>): Trajectory {
  return { points: good.points.map((point, i) => (i === index ? { ...point, ...change } : point)) };
}

describe('validateTrajectory', () => {
  it('accepts a rest-to-rest motion and a hold', () => {
    expect(kinds(good, { jointCount: 2, startPositions: [0, 0.0005], endsAtRest: true })).toEqual([]);
    expect(kinds(holdTrajectory([0, 1, 2]), { endsAtRest: true })).toEqual([]);
  });

  it.each([
    ['no points', { points: [] }, {}, 'empty'],
    ['a missing joint', withPoint(3, { velocities: [1] }), {}, 'wrong_joint_count'],
    ['another arm', good, { jointCount: 6 }, 'wrong_joint_count'],
    ['NaN', withPoint(2, { positions: [0, Number.NaN] }), {}, 'not_finite'],
    ['an infinite time', withPoint(7, { timeFromStart: Number.POSITIVE_INFINITY }), {}, 'not_finite'],
    ['a late start', withPoint(0, { timeFromStart: -0.1 }), {}, 'first_time_not_zero'],
    ['a repeated time', withPoint(2, { timeFromStart: 0.1 }), {}, 'time_not_increasing'],
    ['a start elsewhere', good, { startPositions: [0, 0.002] }, 'not_continuous'],
    ['an end in motion', { points: good.points.slice(0, 4) }, { endsAtRest: true }, 'not_at_rest'],
  ])('refuses %s', (_name, trajectory, options, kind) => {
    expect(kinds(trajectory, options)).toContain(kind);
  });
});
