import {
  type ArmModel,
  createInverseKinematics,
  createKinematics,
  type InverseKinematics,
  jointLimitsOf,
  type Kinematics,
  restPoseFromTool0,
  tool0PoseFromRest,
} from '@cellwright/arm';
import { createSelfCollisionChecker, type SelfCollisionChecker } from '@cellwright/collision';
import { composePoses, invertPose, type Pose } from '@cellwright/geometry';

/** The arm for planning. It has its own buffers, so only one user at a time may compute with it. */
export interface ArmContext {
  readonly model: ArmModel;
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
  readonly checker: SelfCollisionChecker;
  readonly limits: ReturnType<typeof jointLimitsOf>;
  /** Monotonic milliseconds, for budgets. */
  readonly clock: () => number;
}

/** Clearance that every move keeps, metres. */
const collisionMargin = 0.0005;

export function createArmContext(model: ArmModel, clock: () => number = () => 0): ArmContext {
  const kinematics = createKinematics(model);
  return {
    model,
    kinematics,
    inverse: createInverseKinematics(kinematics),
    checker: createSelfCollisionChecker(model, undefined, undefined, { margin: collisionMargin }),
    limits: jointLimitsOf(model),
    clock,
  };
}

/** Returns the TCP in the base frame, with tool0's axes. */
export function tcpPoseOf({ kinematics }: ArmContext, joints: ArrayLike<number>, tcp: Pose): Pose {
  return composePoses(kinematics.computeTipPose(joints), tcp);
}

/** Returns the pose of tool0 for a pose of the TCP with tool0's axes. */
export function tool0PoseFor(tcpPose: Pose, tcp: Pose): Pose {
  return composePoses(tcpPose, invertPose(tcp));
}

/** Conversions between a stored pose (REST tooltip) and the TCP with tool0's axes. */
export const tcpPoseFromRest = tool0PoseFromRest;
export const restPoseFromTcp = restPoseFromTool0;
