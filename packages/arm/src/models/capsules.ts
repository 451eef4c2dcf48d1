import type { Vec3 } from '@cellwright/geometry';
import type { CollisionGeometry } from '../model/arm-model.ts';

/** Radii of the housings, metres. */
export interface HousingRadii {
  readonly base: number;
  readonly upperArm: number;
  readonly forearm: number;
  readonly wrist: number;
  readonly flange: number;
}

/** Joint origins along which the housings run, metres, each in its parent link's frame. */
export interface HousingOrigins {
  readonly joint0: Vec3;
  readonly joint1: Vec3;
  readonly joint2: Vec3;
  readonly joint3: Vec3;
  readonly joint5: Vec3;
}

/** Fits capsules to each link along the chain: hubs lie on the joint axes (x), tubes along z. */
export function fitCapsules(
  origins: HousingOrigins,
  radii: HousingRadii,
): Readonly<Record<string, readonly CollisionGeometry[]>> {
  const { joint0, joint1, joint2, joint3, joint5 } = origins;
  const baseTop = Math.max(radii.base, joint0[2] - radii.base * 0.7);
  return {
    base_link: [capsule([0, 0, radii.base], [0, 0, baseTop], radii.base)],
    shoulder_link: [capsule([0, 0, 0], [joint1[0] * 0.5, 0, 0], radii.base)],
    upper_arm_link: [
      capsule([0, 0, 0], [0, 0, joint2[2]], radii.upperArm),
      capsule([0, 0, joint2[2]], [joint2[0] * 0.5, 0, joint2[2]], radii.upperArm),
    ],
    forearm_link: [
      capsule([0, 0, 0], [0, 0, joint3[2]], radii.forearm),
      capsule([0, 0, joint3[2]], [joint3[0] * 0.4, 0, joint3[2]], radii.forearm),
    ],
    wrist_1_link: [
      capsule([-joint3[0] * 0.4, 0, 0], [0, 0, 0], radii.wrist),
      capsule([0, 0, 0], [0, 0, radii.wrist * 0.8], radii.wrist),
    ],
    wrist_2_link: [
      capsule([0, 0, -radii.wrist * 0.8], [0, 0, 0], radii.wrist),
      capsule([0, 0, 0], [joint5[0] * 0.35, 0, 0], radii.wrist),
    ],
    // The cap ends flush with the flange, so that a tool may start there.
    wrist_3_link: [capsule([-joint5[0] * 0.5, 0, 0], [radii.flange, 0, 0], radii.flange)],
  };
}

function capsule(from: Vec3, to: Vec3, radius: number): CollisionGeometry {
  return { kind: 'capsule', from, to, radius };
}
