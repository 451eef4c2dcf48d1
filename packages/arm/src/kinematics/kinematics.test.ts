import {
  angleBetweenQuaternions,
  createTransforms,
  distancePoses,
  orientationOf,
  type Pose,
  poseOfTransform,
  positionOf,
  type Quaternion,
  rotateVec3,
} from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArmModel,
  armFromDh,
  createKinematics,
  defaultArm,
  largeArm,
  readyJoints,
  restPoseFromTool0,
  smallArm,
  tool0PoseFromRest,
  ur5e,
} from '../index.ts';

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const joints = fc.tuple(angle, angle, angle, angle, angle, angle);
const arms: readonly ArmModel[] = [defaultArm, smallArm, largeArm, ur5e];

function quaternion(i: number, j: number, k: number, w: number): Quaternion {
  return { i, j, k, w };
}

describe('REST poses of the default arm', () => {
  const kinematics = createKinematics(defaultArm);
  const half = Math.SQRT1_2;
  // Joint angles with the position (m) and orientation that the wire sheet computes for them, to its printed digits.
  const vectors: readonly [number[], [number, number, number], Quaternion][] = [
    [[0, 0, 0, 0, 0, 0], [0, 0.35405, 1.4619], quaternion(0, 0, half, half)],
    [
      [-5.17985, -1.06021, -0.89547, 0.64358, -4.62161, -0.44582],
      [-0.7038, -1.00092, 0.13666],
      quaternion(0.4218, 0.4334, -0.5737, 0.5524),
    ],
    [
      [-0.57061, 0.50276, 1.58374, -0.58461, 4.68812, -2.05234],
      [0.8785, -0.3404, 0.2673],
      quaternion(-0.5024, 0.5237, 0.451, 0.5196),
    ],
  ];

  it.each(vectors)('agree with the sheet at %j', (angles, position, orientation) => {
    const rest = restPoseFromTool0(kinematics.computeTipPose(angles));
    positionOf(rest).forEach((value, index) => {
      expect(value).toBeCloseTo(position[index] ?? Number.NaN, 4);
    });
    expect(angleBetweenQuaternions(rest, orientation)).toBeLessThan(2e-4);
  });

  it('convert back to tool0 poses', () => {
    fc.assert(
      fc.property(joints, (angles) => {
        const tool0 = kinematics.computeTipPose(angles);
        const { translation, rotation } = distancePoses(tool0PoseFromRest(restPoseFromTool0(tool0)), tool0);
        expect(translation).toBe(0);
        expect(rotation).toBeLessThan(1e-12);
      }),
    );
  });

  it('equal tool0 poses of the ROS pose interface: (0, 0.7071, 0.7071, 0) at zero', () => {
    const tool0 = kinematics.computeTipPose([0, 0, 0, 0, 0, 0]);
    expect(angleBetweenQuaternions(tool0, quaternion(0, half, half, 0))).toBeLessThan(1e-12);
    expect(tool0PoseFromRest({ ...tool0, ...quaternion(0, 0, half, half) })).toMatchObject({
      i: expect.closeTo(0, 12),
    });
  });

  it('follow the closed formula of the sheet with a level tool', () => {
    fc.assert(
      fc.property(angle, angle, (q1, q2) => {
        const pose = restPoseFromTool0(
          kinematics.computeTipPose([0, q1, q2, Math.PI - q1 - q2, -1.5 * Math.PI, Math.PI]),
        );
        expect(pose.x).toBeCloseTo(0.5907 * Math.sin(q1) + 0.5494 * Math.sin(q1 + q2) + 0.1621, 12);
        expect(pose.y).toBeCloseTo(0.19195, 12);
        expect(pose.z).toBeCloseTo(0.5907 * Math.cos(q1) + 0.5494 * Math.cos(q1 + q2) + 0.0222, 12);
        expect(angleBetweenQuaternions(pose, quaternion(0, 0, 0, 1))).toBeLessThan(1e-12);
      }),
    );
  });
});

describe('the default arm', () => {
  it('equals the DH table with world → tool0', () => {
    const dh = armFromDh({
      a: [0, -0.5907, -0.5494, 0, 0, 0],
      d: [0.172, 0, 0, 0.19195, 0.1498, 0.1621],
      alpha: [Math.PI / 2, 0, 0, Math.PI / 2, -Math.PI / 2, 0],
      theta: [Math.PI, -Math.PI / 2, 0, -Math.PI / 2, 0, Math.PI],
    });
    if (!dh.ok) throw new Error(dh.error);
    const fromDh = createKinematics(dh.value);
    const fromChain = createKinematics(defaultArm);
    fc.assert(
      fc.property(joints, (angles) => {
        const { translation, rotation } = distancePoses(
          fromDh.computeTipPose(angles),
          fromChain.computeTipPose(angles),
        );
        expect(translation).toBeLessThan(1e-12);
        expect(rotation).toBeLessThan(1e-12);
      }),
    );
  });

  it('has a ready position with the tool pointing down, in front of the base, far from any singularity', () => {
    const kinematics = createKinematics(defaultArm);
    const pose = kinematics.computeTipPose(readyJoints);
    const [, , down] = rotateVec3(orientationOf(pose), [0, 0, 1]);
    expect(down).toBeCloseTo(-1, 12);
    expect(pose.x).toBeGreaterThan(0.5);
    expect(pose.z).toBeGreaterThan(0.3);
    expect(kinematics.measureSingularity(readyJoints).inverseCondition).toBeGreaterThan(0.05);
  });

  it('reports a singularity at all joints zero', () => {
    expect(createKinematics(defaultArm).measureSingularity([0, 0, 0, 0, 0, 0]).smallestSingularValue).toBeLessThan(
      1e-12,
    );
  });
});

describe.each(arms.map((model) => [model.name, model] as const))('kinematics of %s', (_, model) => {
  const kinematics = createKinematics(model);

  it('has a Jacobian that agrees with small joint movements', () => {
    const step = 1e-6;
    fc.assert(
      fc.property(joints, fc.integer({ min: 0, max: 5 }), (angles, joint) => {
        const jacobian = Float64Array.from(kinematics.computeJacobian(angles));
        const moved = (by: number): Pose =>
          kinematics.computeTipPose(angles.map((value, index) => (index === joint ? value + by : value)));
        const before = moved(-step);
        const after = moved(step);
        const linear = [after.x - before.x, after.y - before.y, after.z - before.z];
        linear.forEach((value, row) => {
          expect(value / (2 * step)).toBeCloseTo(jacobian[row * 6 + joint] ?? Number.NaN, 7);
        });
        const speed = Math.hypot(jacobian[18 + joint] ?? 0, jacobian[24 + joint] ?? 0, jacobian[30 + joint] ?? 0);
        expect(angleBetweenQuaternions(before, after) / (2 * step)).toBeCloseTo(speed, 6);
      }),
    );
  });

  it('never exceeds its reach', () => {
    fc.assert(fc.property(joints, (angles) => kinematics.isWithinReach(kinematics.computeTipPose(angles))));
    expect(kinematics.isWithinReach({ x: 0, y: 0, z: 5 })).toBe(false);
    expect(kinematics.isWithinReach({ x: Number.NaN, y: 0, z: 0 })).toBe(false);
  });

  it('places the tip link at the tip', () => {
    fc.assert(
      fc.property(joints, (angles) => {
        const tip = kinematics.computeTipPose(angles);
        const links = kinematics.computeLinks(angles);
        expect(poseOfTransform(links, kinematics.indexOfLink('tool0') * 12)).toEqual(tip);
      }),
    );
  });

  it('writes into the caller’s buffer', () => {
    const out = createTransforms();
    const other = Float64Array.from(kinematics.computeTip(readyJoints, out));
    kinematics.computeTip([1, 1, 1, 1, 1, 1]);
    expect(out).toEqual(other);
  });

  it('returns its limits', () => {
    expect(kinematics.isWithinLimits(readyJoints)).toBe(true);
    expect(kinematics.isWithinLimits([7, 0, 0, 0, 0, 0])).toBe(false);
    expect(kinematics.isWithinLimits([0, 0, Number.NaN, 0, 0, 0])).toBe(false);
    expect(kinematics.isWithinLimits([0, 0, 0])).toBe(false);
  });
});
