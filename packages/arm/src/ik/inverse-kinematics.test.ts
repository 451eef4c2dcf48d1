import { distancePoses, fullTurn, identityPose } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArmModel,
  branchJoints,
  copiesWithinLimits,
  costOfMove,
  createInverseKinematics,
  createKinematics,
  defaultArm,
  IkFlag,
  jointBoundsOf,
  nearestCopy,
  readyJoints,
  tool0PoseFromRest,
  ur5e,
} from '../index.ts';
import { jointAngles, modelOf } from './random-arms.fixture.ts';

/** Twisted by odd angles everywhere, so that no axes are parallel and none meet. */
const generalArm = modelOf({
  a: [0.05, -0.4, -0.35, 0.06, 0.04, 0],
  d: [0.2, 0.1, -0.05, 0.14, 0.1, 0.09],
  alpha: [1.4, 0.2, -0.3, 1.7, -1.3, 0.4],
});

describe('solveNearest', () => {
  const kinematics = createKinematics(defaultArm);
  const ik = createInverseKinematics(kinematics);
  const velocities = defaultArm.motionLimits.velocity;

  it('returns the current joints for the current pose', () => {
    fc.assert(
      fc.property(jointAngles, (angles) => {
        fc.pre(kinematics.isWithinLimits(angles));
        fc.pre(kinematics.measureSingularity(angles).smallestSingularValue > 1e-3);
        const result = ik.solveNearest(kinematics.computeTipPose(angles), angles);
        expect(result).toMatchObject({ ok: true, cost: expect.closeTo(0, 6) });
      }),
    );
  });

  it('stays within the limits and costs no more than any other copy of any branch', () => {
    fc.assert(
      fc.property(jointAngles, jointAngles, fc.constantFrom('speed', 'distance'), (angles, seed, type) => {
        const pose = kinematics.computeTipPose(angles);
        const solutions = ik.solveAllForPose(pose, seed);
        const branches = Array.from({ length: solutions.count }, (_, index) => branchJoints(solutions, index));
        const costs = branches.flatMap((branch) =>
          [...copiesWithinLimits(branch, ik.bounds)].map((copy) => costOfMove(type, velocities, seed, copy)),
        );
        const result = ik.solveNearest(pose, seed, type);
        if (!result.ok) {
          expect(costs).toEqual([]);
          expect(result.kind).toBe('out_of_limits');
          return;
        }
        expect(kinematics.isWithinLimits(result.joints)).toBe(true);
        expect(result.cost).toBeCloseTo(Math.min(...costs), 12);
        const { translation, rotation } = distancePoses(kinematics.computeTipPose(result.joints), pose);
        expect(Math.max(translation, rotation)).toBeLessThan(1e-7);
      }),
    );
  });

  it('keeps the turn of the seed instead of the principal angle', () => {
    const turned = (by: number): number[] => readyJoints.map((angle, index) => (index === 5 ? by : angle));
    const result = ik.solveNearest(kinematics.computeTipPose(turned(-1)), turned(5));
    expect(result.ok && result.joints[5]).toBeCloseTo(fullTurn - 1, 9);
  });

  it('solves the poses that every cell must reach', () => {
    for (const [x, y, z] of [
      [0, 0.3687, 1.3618],
      [0.1, 0.4, 1.3],
      [0.1, 0.35, 1.18],
    ] as const) {
      const rest = { x, y, z, i: 0, j: 0, k: Math.SQRT1_2, w: Math.SQRT1_2 };
      expect(ik.solveNearest(tool0PoseFromRest(rest), readyJoints).ok).toBe(true);
    }
  });

  it('reports why there is no posture', () => {
    const far = { ...identityPose, x: 3 };
    expect(ik.solveNearest(far, readyJoints)).toMatchObject({ kind: 'unreachable' });
    expect(ik.solveNearest({ ...identityPose, w: 2 }, readyJoints)).toMatchObject({ kind: 'invalid_target' });
    expect(ik.solveNearest(identityPose, [0, 0, 0, 0, 0])).toMatchObject({ kind: 'invalid_seed' });
    expect(ik.solveNearest(identityPose, [0, 0, 0, 0, 0, Number.NaN])).toMatchObject({ kind: 'invalid_seed' });
    const tight: ArmModel = {
      ...defaultArm,
      joints: defaultArm.joints.map((joint) => ({ ...joint, limits: { ...joint.limits, lower: -0.1, upper: 0.1 } })),
    };
    const beyond = createInverseKinematics(createKinematics(tight));
    expect(beyond.solveNearest(kinematics.computeTipPose(readyJoints), readyJoints)).toMatchObject({
      kind: 'out_of_limits',
    });
  });

  it('prefers the faster posture with speed and the nearer one with distance', () => {
    const slowWrist = { ...ur5e, motionLimits: { ...ur5e.motionLimits, velocity: [3, 3, 3, 3, 0.01, 3] } };
    const slow = createInverseKinematics(createKinematics(slowWrist));
    const there = [0.5, -1, 1.2, -0.4, 0.9, 0.3];
    const seed = [0.5, -1, 1.2, -0.4, -0.2, 0.3];
    const pose = createKinematics(ur5e).computeTipPose(there);
    const bySpeed = slow.solveNearest(pose, seed, 'speed');
    const byDistance = slow.solveNearest(pose, seed, 'distance');
    if (!bySpeed.ok || !byDistance.ok) throw new Error('Both are reachable');
    expect(bySpeed.joints[4]).toBeCloseTo(-0.9, 9);
    expect(byDistance.joints[4]).toBeCloseTo(0.9, 9);
  });
});

describe('copies at whole turns', () => {
  it('includes the angle if it is within the limits, otherwise the next angle within them, if any', () => {
    expect(nearestCopy(0.1, 6, -fullTurn, fullTurn)).toBeCloseTo(0.1 + fullTurn - fullTurn, 12);
    expect(nearestCopy(0.1, 6.3, -fullTurn, 7)).toBeCloseTo(0.1 + fullTurn, 12);
    expect(nearestCopy(3, -3, -2.8, 4)).toBeCloseTo(3, 12);
    expect(nearestCopy(3, 0, -2, 2)).toBeNaN();
    expect(nearestCopy(2 + 1e-10, 0, -2, 2)).toBe(2);
  });

  it('lists all copies lazily', () => {
    const bounds = jointBoundsOf(defaultArm);
    const copies = [...copiesWithinLimits([1, 1, 1, 1, 1, 1], bounds)];
    // Joints 1 and 2 turn less than one full turn; the other four have two copies each.
    expect(copies).toHaveLength(16);
    expect([...copiesWithinLimits([1, 3, 1, 1, 1, 1], bounds)]).toEqual([]);
  });
});

describe('inverse kinematics without a closed form', () => {
  const kinematics = createKinematics(generalArm);
  const ik = createInverseKinematics(kinematics);

  it('solves numerically within the limits', () => {
    expect(ik.method).toBe('numeric');
    fc.assert(
      fc.property(jointAngles, jointAngles, (angles, seed) => {
        const pose = kinematics.computeTipPose(angles);
        const result = ik.solveNearest(pose, seed);
        if (!result.ok) throw new Error(result.message);
        expect(kinematics.isWithinLimits(result.joints)).toBe(true);
        const { translation, rotation } = distancePoses(kinematics.computeTipPose(result.joints), pose);
        expect(Math.max(translation, rotation)).toBeLessThan(2e-6);
      }),
      { numRuns: propertyRuns(80, 300) },
    );
  });

  it('returns the same result for the same random seed and another for a different one', () => {
    const pose = kinematics.computeTipPose([0.4, -1, 1.3, 0.2, 0.8, -0.3]);
    const again = createInverseKinematics(kinematics);
    const first = ik.solveAllForPose(pose);
    const found = Array.from(first.joints.subarray(0, first.count * 6));
    const second = again.solveAllForPose(pose);
    expect(Array.from(second.joints.subarray(0, second.count * 6))).toEqual(found);
    const other = createInverseKinematics(kinematics, { randomSeed: 77 }).solveAllForPose(pose);
    expect(Array.from(other.joints.subarray(0, 6))).not.toEqual(found.slice(0, 6));
  });

  it('rejects targets out of reach', () => {
    expect(ik.solveNearest({ ...identityPose, x: 4 }, [0, 0, 0, 0, 0, 0])).toMatchObject({ kind: 'unreachable' });
  });
});

describe('numeric search', () => {
  it.each([
    ['the default arm', defaultArm],
    ['a UR5e', ur5e],
  ] as const)('finds no branch of %s that is missing from the closed form', (_, model) => {
    const kinematics = createKinematics(model);
    const closed = createInverseKinematics(kinematics);
    const numeric = createInverseKinematics(kinematics, { method: 'numeric', attempts: 150 });
    fc.assert(
      fc.property(jointAngles, (angles) => {
        fc.pre(kinematics.measureSingularity(angles).smallestSingularValue > 0.01);
        const target = Float64Array.from(kinematics.computeTip(angles));
        const solutions = closed.solveAll(target);
        const branches = Array.from({ length: solutions.count }, (_, index) => branchJoints(solutions, index));
        const found = numeric.solveAll(target);
        for (let index = 0; index < found.count; index += 1) {
          const joints = branchJoints(found, index);
          const distance = (branch: readonly number[]): number =>
            Math.max(...branch.map((angle, joint) => 2 * Math.abs(Math.sin((angle - (joints[joint] ?? 0)) / 2))));
          expect(Math.min(...branches.map(distance))).toBeLessThan(1e-4);
        }
      }),
      { numRuns: propertyRuns(12, 40) },
    );
  });
});

describe('branches beyond the limits', () => {
  it('appear in the solutions with a flag', () => {
    const kinematics = createKinematics(defaultArm);
    const ik = createInverseKinematics(kinematics);
    fc.assert(
      fc.property(jointAngles, (angles) => {
        const solutions = ik.solveAll(Float64Array.from(kinematics.computeTip(angles)));
        for (let index = 0; index < solutions.count; index += 1) {
          const isBeyond = ((solutions.flags[index] ?? 0) & IkFlag.outOfLimits) !== 0;
          const copies = [...copiesWithinLimits(branchJoints(solutions, index), ik.bounds)];
          expect(copies.length === 0).toBe(isBeyond);
        }
      }),
    );
  });
});
