import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viableState } from '../axis/arbitraries.fixture.ts';
import { AxisProblem } from '../axis/axis-problem.ts';
import type { AxisState } from '../axis/profile.ts';
import { expectDenselyWithin } from '../checking.fixture.ts';
import { ARM_LIMITS, PROPERTY } from '../fixtures.ts';
import { findLimitViolations } from '../limits.ts';
import { trajectoryDuration } from '../trajectory.ts';
import { validateTrajectory } from '../validate.ts';
import type { JointState } from './motion.ts';
import { atRest, motionToTrajectory } from './motion.ts';
import { planTimeSynchronised, toAxisLimits } from './synchronise.ts';

const limits = toAxisLimits(ARM_LIMITS);

function jointStates(end: 'start' | 'target'): fc.Arbitrary<AxisState[]> {
  return fc.tuple(...limits.map((axis) => viableState(axis, end)));
}

function stack(states: readonly AxisState[]): JointState {
  return {
    positions: states.map(({ position }) => position),
    velocities: states.map(({ velocity }) => velocity),
    accelerations: states.map(({ acceleration }) => acceleration),
  };
}

function plan(start: JointState, target: JointState) {
  const result = planTimeSynchronised(start, target, limits);
  if (!result.ok) throw new Error(`No motion: ${result.reason} of joint ${result.joint}.`);
  return result.motion;
}

describe('planTimeSynchronised', () => {
  it('moves all joints together, within every limit, exactly to their targets', () => {
    fc.assert(
      fc.property(jointStates('start'), jointStates('target'), (start, target) => {
        const motion = plan(stack(start), stack(target));
        const trajectory = motionToTrajectory(motion);
        expect(trajectoryDuration(trajectory)).toBe(motion.duration);
        expect(validateTrajectory(trajectory, { startPositions: stack(start).positions })).toEqual([]);
        const end = trajectory.points.at(-1) ?? assertNever();
        target.forEach(({ position, velocity, acceleration }, joint) => {
          expect(end.positions[joint]).toBeCloseTo(position, 10);
          expect(end.velocities[joint]).toBeCloseTo(velocity, 10);
          expect(end.accelerations[joint]).toBeCloseTo(acceleration, 10);
        });
        expect(findLimitViolations(trajectory, ARM_LIMITS)).toEqual([]);
        expectDenselyWithin(trajectory, ARM_LIMITS);
      }),
      PROPERTY,
    );
  });

  it('takes as long as the slowest joint needs, unless another joint cannot take exactly that long', () => {
    fc.assert(
      fc.property(jointStates('start'), jointStates('target'), (start, target) => {
        const { duration } = plan(stack(start), stack(target));
        const problems = start.map((state, joint) => {
          const problem = AxisProblem.create(state, target[joint] ?? state, limits[joint] ?? assertNever());
          return problem ?? assertNever();
        });
        const slowest = Math.max(...problems.map((problem) => problem.minimumDuration));
        expect(duration).toBeGreaterThanOrEqual(slowest);
        if (duration - slowest < 1e-9) return;
        // Just before, some joint has no motion: the chosen duration is the first that all can take.
        const earlier = slowest + (duration - slowest) * 0.999999;
        expect(problems.some((problem) => problem.nextFeasible(earlier) > earlier)).toBe(true);
      }),
      PROPERTY,
    );
  });

  it('holds joints that are already at their target', () => {
    const motion = plan(atRest([1, 2, 3, 4, 5, 6]), atRest([1, 2, 3, 4, 5, 6]));
    expect(motion.duration).toBe(0);
    expect(motionToTrajectory(motion).points).toEqual([{ timeFromStart: 0, ...atRest([1, 2, 3, 4, 5, 6]) }]);
  });

  it('replaces a running motion by one to another target without a jump', () => {
    const first = motionToTrajectory(plan(atRest([0, 0, 0, 0, 0, 0]), atRest([1, -1, 0.5, 2, 0, 1])));
    const middle = first.points[Math.floor(first.points.length / 2)] ?? assertNever();
    const next = motionToTrajectory(plan(middle, atRest([0, 1, 0, 0, 1, 0])));
    expect(next.points[0]).toMatchObject({ velocities: middle.velocities, accelerations: middle.accelerations });
    expect(findLimitViolations(next, ARM_LIMITS)).toEqual([]);
  });
});

describe('planTimeSynchronised for an impossible motion', () => {
  const rest = atRest([0, 0, 0, 0, 0, 0]);

  it.each([
    ['a target faster than its joint', { ...rest, velocities: [0, 0, 5.1, 0, 0, 0] }, 'target_outside_limits', 2],
    ['NaN', { ...rest, accelerations: [0, Number.NaN, 0, 0, 0, 0] }, 'not_finite', 1],
    ['a missing joint', atRest([0, 0, 0, 0, 0]), 'wrong_joint_count', 5],
  ])('refuses %s', (_name, target, reason, joint) => {
    expect(planTimeSynchronised(rest, target, limits)).toEqual({ ok: false, reason, joint });
  });
});

function assertNever(): never {
  throw new Error('Every joint has a problem.');
}
