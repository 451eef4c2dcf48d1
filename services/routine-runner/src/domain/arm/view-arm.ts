import type { CollisionGeometry, Kinematics } from '@cellwright/arm';
import type { ArmView } from '@cellwright/domain/robot';
import {
  composePoses,
  identityPose,
  type Pose,
  poseOfTransform,
  transformPoint,
  transformSize,
  type Vec3,
} from '@cellwright/geometry';

type JointAngles = ArmView['jointAngles'];

/** Returns the links and the flange of an arm at these joint angles. @param base of the arm in the world */
export function viewArm(kinematics: Kinematics, joints: JointAngles, base: Pose = identityPose): ArmView {
  const links = kinematics.computeLinks(joints);
  const housings = kinematics.model.links.flatMap(({ name, collision }) => {
    const index = kinematics.indexOfLink(name);
    if (index < 0) return [];
    const pose = composePoses(base, poseOfTransform(links, index * transformSize));
    return collision.flatMap((geometry) => housingOf(geometry, pose));
  });
  return { jointAngles: joints, flange: composePoses(base, kinematics.computeTipPose(joints)), housings };
}

function housingOf(geometry: CollisionGeometry, pose: Pose): ArmView['housings'] {
  const place = (from: Vec3, to: Vec3, radius: number): ArmView['housings'] => [
    { from: [...transformPoint(pose, from)], to: [...transformPoint(pose, to)], radius },
  ];
  switch (geometry.kind) {
    case 'capsule':
      return place(geometry.from, geometry.to, geometry.radius);
    case 'sphere':
      return place(geometry.center, geometry.center, geometry.radius);
    default:
      return [];
  }
}
