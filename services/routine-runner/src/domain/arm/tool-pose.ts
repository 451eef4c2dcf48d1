import { createKinematics, defaultArm, restPoseFromTool0 } from '@cellwright/arm';
import type { JointAngles, WirePose } from '@cellwright/domain';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';

const kinematics = createKinematics(defaultArm);

/** Which point a tcpOption names: 'wrist' is the flange, 'auto' and 'ee-1' the tool; others are not built yet. */
export type TcpChoice = 'flange' | 'tool';

export function chooseTcp(tcpOption: string): TcpChoice | undefined {
  if (tcpOption === 'wrist') return 'flange';
  return tcpOption === 'auto' || tcpOption === 'ee-1' ? 'tool' : undefined;
}

/** The TCP (given in the flange frame) for joint angles, as REST base → REST tooltip. */
export function computeToolPose(joints: JointAngles, tcp: WirePose | undefined): WirePose {
  return restPoseFromTool0(computeTcp(joints, tcp ?? identityPose));
}

/** The TCP in the base frame with tool0's axes. */
function computeTcp(joints: JointAngles, tcp: Pose): Pose {
  return composePoses(kinematics.computeTipPose(joints), tcp);
}
