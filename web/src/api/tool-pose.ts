import { restPoseFromTool0 } from '@cellwright/arm';
import type { WirePose } from '@cellwright/domain/robot';
import { composePoses, eulerDegreesFromQuaternion, identityPose, type Pose, relativePose } from '@cellwright/geometry';
import { robotArm } from './robot-arm.ts';

/** Returns the pose of the TCP for joint angles, base → TCP, metres. */
export function toolPoseOf(joints: readonly number[], tcp: WirePose | undefined): Pose {
  return restPoseFromTool0(composePoses(robotArm.tools.kinematics.computeTipPose(joints), tcp ?? identityPose));
}

/** Returns x, y, z in metres and rotations about x, y, z in degrees. */
export function readPose(pose: Pose): readonly number[] {
  return [pose.x, pose.y, pose.z, ...eulerDegreesFromQuaternion(pose)];
}

/** Returns the displacement of the tool since a pose, along the tool's own axes. */
export function readTravel(since: Pose, now: Pose): readonly number[] {
  return readPose(relativePose(since, now));
}
