import { describe, expect, it } from 'vitest';
import { driveJerks, SEVEN_PHASES } from './fixtures.ts';
import { limitUse } from './limit-use.ts';
import { holdTrajectory, joinTrajectories, stretchTrajectory, trajectoryDuration } from './trajectory.ts';
import { validateTrajectory } from './validate.ts';

const motion = driveJerks([1, -0.5], SEVEN_PHASES);
const limits = { velocity: [1.44, 1.44], acceleration: [1.8, 1.8], jerk: [18, 18] };

describe('Trajectory', () => {
  it('uses proportionally less of every limit when stretched, and ends at the same position', () => {
    const slow = stretchTrajectory(motion, 2);
    expect(trajectoryDuration(slow)).toBeCloseTo(5.6, 12);
    const use = limitUse(slow, limits);
    expect(use.velocity).toBeCloseTo(1 / 2, 12);
    expect(use.acceleration).toBeCloseTo(1 / 4, 12);
    expect(use.jerk).toBeCloseTo(1 / 8, 9);
    expect(slow.points.at(-1)?.positions).toEqual(motion.points.at(-1)?.positions);
  });

  it('adds durations when joined and repeats no point', () => {
    const end = motion.points.at(-1)?.positions ?? [];
    const joined = joinTrajectories([motion, holdTrajectory(end), motion]);
    expect(trajectoryDuration(joined)).toBeCloseTo(5.6, 12);
    expect(validateTrajectory(joined)).toEqual([]);
    expect(joined.points).toHaveLength(15);
  });

  it('has no duration with one point or none', () => {
    expect(trajectoryDuration(holdTrajectory([1]))).toBe(0);
    expect(trajectoryDuration({ points: [] })).toBe(0);
  });
});
