import { type ArmModel, createKinematics, type Kinematics, restPoseFromTool0 } from '@cellwright/arm';
import type { JointAngles, WirePose } from '@cellwright/domain/robot';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';

/** Computes the pose of the TCP (given in the flange frame) for joint angles, as REST base → REST tooltip. */
export type ToolPoseOf = (joints: JointAngles, tcp: WirePose | undefined) => WirePose;

/** Creates the function for one arm. */
export function createToolPose(model: ArmModel): ToolPoseOf {
  const kinematics = createKinematics(model);
  return (joints, tcp) => computeToolPose(kinematics, joints, tcp);
}

export function computeToolPose(kinematics: Kinematics, joints: JointAngles, tcp: Pose | undefined): WirePose {
  return restPoseFromTool0(composePoses(kinematics.computeTipPose(joints), tcp ?? identityPose));
}
