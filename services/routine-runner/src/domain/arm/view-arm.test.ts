import { createKinematics, defaultArm } from '@cellwright/arm';
import { armViewSchema } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { viewArm } from './view-arm.ts';

const kinematics = createKinematics(defaultArm);

describe('viewArm', () => {
  it('has every housing of the arm, and the flange where the kinematics put it', () => {
    const joints = [0.3, -0.4, 1.2, 0.1, 0.8, -0.2] as const;
    const view = armViewSchema.parse(viewArm(kinematics, [...joints]));
    expect(view.housings).toHaveLength(defaultArm.links.flatMap(({ collision }) => collision).length);
    expect(view.flange).toEqual(kinematics.computeTipPose(joints));
    expect(view.jointAngles).toEqual(joints);
  });

  it('stands on its base', () => {
    const upright = viewArm(kinematics, [0, 0, 0, 0, 0, 0]);
    const raised = viewArm(kinematics, [0, 0, 0, 0, 0, 0], { ...identityPose, z: 0.5, x: 1 });
    expect(raised.flange).toEqual({ ...upright.flange, x: upright.flange.x + 1, z: upright.flange.z + 0.5 });
    for (const [index, { from, radius }] of raised.housings.entries()) {
      const [x = 0, y = 0, z = 0] = upright.housings[index]?.from ?? [];
      expect(from[0]).toBeCloseTo(x + 1, 9);
      expect(from[1]).toBeCloseTo(y, 9);
      expect(from[2]).toBeCloseTo(z + 0.5, 9);
      expect(radius).toBe(upright.housings[index]?.radius);
    }
  });

  it('moves the outer links with the joints and leaves the base still', () => {
    const [one, other] = [0, 1].map((angle) => viewArm(kinematics, [angle, 0.3, 0.3, 0, 0, 0]));
    expect(other?.housings[0]).toEqual(one?.housings[0]);
    expect(other?.housings.at(-1)).not.toEqual(one?.housings.at(-1));
  });
});
