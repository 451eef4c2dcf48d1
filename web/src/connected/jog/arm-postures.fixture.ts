/** For tests: the kinematics of the default arm with a bare flange. */

import {
  createInverseKinematics,
  createKinematics,
  defaultArm,
  readyJoints,
  restPoseFromTool0,
  tool0PoseFromRest,
} from '@cellwright/arm';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import type { Postures } from '../../parts/positions/PositionNumbers.tsx';

const kinematics = createKinematics(defaultArm);
const inverse = createInverseKinematics(kinematics);

export const ready = jointAnglesSchema.parse([...readyJoints]);

export const armPostures: Postures = {
  poseOf: (joints) => restPoseFromTool0(kinematics.computeTipPose(joints)),
  jointsOf(pose, near = ready) {
    const solved = inverse.solveNearest(tool0PoseFromRest(pose), near);
    return solved.ok ? jointAnglesSchema.parse([...solved.joints]) : undefined;
  },
  begin: () => ({ jointAngles: ready }),
  limits: defaultArm.joints.map((joint) => joint.limits),
};
