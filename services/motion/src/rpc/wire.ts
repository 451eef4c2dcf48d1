/** The generated messages of this service, in one place. */
export { type MotionLimits, RobotKind as WireRobotKind } from '@cellwright/proto/common';
export {
  InverseKinematicsRequest_SolverType,
  type KeptAxis,
  MotionKind,
  MotionServiceService,
  type MoveTarget,
  PlanFailure_Kind,
  type PlanMoveRequest,
  type PlanMoveResponse,
  type Weave,
} from '@cellwright/proto/motion';
