import { restPoseFromTool0 } from '@cellwright/arm';
import type { WirePose } from '@cellwright/domain';
import { composePoses, eulerDegreesFromQuaternion, identityPose, type Pose, relativePose } from '@cellwright/geometry';
import { robotArm } from './robot-arm.ts';

/** Where the tool's centre point is for joint angles, base → tooltip, metres. */
export function toolPoseOf(joints: readonly number[], tcp: WirePose | undefined): Pose {
  return restPoseFromTool0(composePoses(robotArm.tools.kinematics.computeTipPose(joints), tcp ?? identityPose));
}

/** x, y, z in metres and turns about x, y, z in degrees. */
export function readPose(pose: Pose): readonly number[] {
  return [pose.x, pose.y, pose.z, ...eulerDegreesFromQuaternion(pose)];
}

/** Displacement of the tool since a pose, in the tool's own axes. */
export function readTravel(since: Pose, now: Pose): readonly number[] {
  return readPose(relativePose(since, now));
}
