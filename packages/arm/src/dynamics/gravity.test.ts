import { describe, expect, test } from 'vitest';
import { createKinematics } from '../kinematics/kinematics.ts';
import { defaultArm, readyJoints } from '../models/default-arm.ts';
import { ur5e } from '../models/ur5e.ts';
import { computeGravityTorques } from './gravity.ts';

const arm = createKinematics(defaultArm);
const weight = 9.81;

/** What lifts all masses up to here, J, found link by link: nothing of the torques' own way of computing it. */
function energyAt(joints: readonly number[], massKg: number): number {
  const frames = arm.computeLinks(joints);
  const links = defaultArm.links.reduce((sum, { name, inertia }) => {
    const at = 12 * arm.indexOfLink(name);
    if (!inertia) return sum;
    const [x, y, z] = inertia.origin.xyz;
    const height =
      (frames[at + 8] ?? 0) * x + (frames[at + 9] ?? 0) * y + (frames[at + 10] ?? 0) * z + (frames[at + 11] ?? 0);
    return sum + inertia.mass * weight * height;
  }, 0);
  return links + massKg * weight * arm.computeTipPose(joints).z;
}

describe('what gravity asks of the joints', () => {
  test.each([[readyJoints], [[0.4, -0.9, 1.2, 0.7, -1.1, 0.3]]])('is the slope of the energy at %j', (joints) => {
    const torques = computeGravityTorques(arm, joints, [{ massKg: 5, at: [0, 0, 0] }]);
    torques.forEach((torque, joint) => {
      const step = 1e-5;
      const at = (by: number) => joints.map((angle, index) => angle + (index === joint ? by : 0));
      const slope = (energyAt(at(step), 5) - energyAt(at(-step), 5)) / (2 * step);
      expect(torque).toBeCloseTo(-slope, 4);
    });
  });

  test('is nothing about an upright axis, and all of the weight where the arm hangs on a wall', () => {
    const load = [{ massKg: 5, at: [0, 0, 0.1] as const }];
    expect(computeGravityTorques(arm, readyJoints, load)[0]).toBeCloseTo(0, 9);
    expect(Math.abs(computeGravityTorques(arm, readyJoints, load, [-9.81, 0, 0])[0] ?? 0)).toBeGreaterThan(10);
  });

  test('is of the load alone for an arm whose links say nothing of their mass', () => {
    const kinematics = createKinematics(ur5e);
    expect(computeGravityTorques(kinematics, readyJoints, []).every((torque) => torque === 0)).toBe(true);
    expect(Math.max(...computeGravityTorques(kinematics, readyJoints, [{ massKg: 1, at: [0, 0, 0] }]))).toBeGreaterThan(
      0,
    );
  });
});
