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

/** The arm as planning uses it. Computes in its own buffers: one user at a time. */
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

/** The TCP in the base frame, with tool0's axes. */
export function tcpPoseOf({ kinematics }: ArmContext, joints: ArrayLike<number>, tcp: Pose): Pose {
  return composePoses(kinematics.computeTipPose(joints), tcp);
}

/** Where tool0 must be so that the TCP is at a pose with tool0's axes. */
export function tool0PoseFor(tcpPose: Pose, tcp: Pose): Pose {
  return composePoses(tcpPose, invertPose(tcp));
}

/** A stored pose (REST tooltip) as the TCP with tool0's axes, and back. */
export const tcpPoseFromRest = tool0PoseFromRest;
export const restPoseFromTcp = restPoseFromTool0;
