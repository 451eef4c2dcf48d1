import { describe, expect, test } from 'vitest';
import { createKinematics } from '../kinematics/kinematics.ts';
import { defaultArm, readyJoints } from '../models/default-arm.ts';
import { ur5e } from '../models/ur5e.ts';
import { computeGravityTorques } from './gravity.ts';

const arm = createKinematics(defaultArm);
const weight = 9.81;

/** Returns the potential energy of all masses, J, summed link by link, independently of the torque computation. */
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

describe('computeGravityTorques', () => {
  test.each([[readyJoints], [[0.4, -0.9, 1.2, 0.7, -1.1, 0.3]]])('equals the slope of the energy at %j', (joints) => {
    const torques = computeGravityTorques(arm, joints, [{ massKg: 5, at: [0, 0, 0] }]);
    torques.forEach((torque, joint) => {
      const step = 1e-5;
      const at = (by: number) => joints.map((angle, index) => angle + (index === joint ? by : 0));
      const slope = (energyAt(at(step), 5) - energyAt(at(-step), 5)) / (2 * step);
      expect(torque).toBeCloseTo(-slope, 4);
    });
  });

  test('returns zero about an upright axis and the full weight for an arm hanging on a wall', () => {
    const load = [{ massKg: 5, at: [0, 0, 0.1] as const }];
    expect(computeGravityTorques(arm, readyJoints, load)[0]).toBeCloseTo(0, 9);
    expect(Math.abs(computeGravityTorques(arm, readyJoints, load, [-9.81, 0, 0])[0] ?? 0)).toBeGreaterThan(10);
  });

  test('uses only the payload when link masses are missing', () => {
    const kinematics = createKinematics(ur5e);
    expect(computeGravityTorques(kinematics, readyJoints, []).every((torque) => torque === 0)).toBe(true);
    expect(Math.max(...computeGravityTorques(kinematics, readyJoints, [{ massKg: 1, at: [0, 0, 0] }]))).toBeGreaterThan(
      0,
    );
  });
});
