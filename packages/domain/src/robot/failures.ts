import * as z from 'zod';

/** Causes of a failed robot session. The first eleven are the step catalogue's; the others are the robot's own. */
export const failureKinds = [
  'StepPlayFailure',
  'ExecutionFailure',
  'TriggerFaultFailure',
  'InvalidRoutineLoadedFailure',
  'HaasFailure',
  'WeldFailure',
  'GripperFailure',
  'CameraFailure',
  'InferenceFailure',
  'NetworkRequestFailure',
  'InternalFailure',
  'PlanningFailure',
  'MotionPlannerFailure',
  'ControlSystemFailure',
  'EStopTriggered',
  'SafetyWatchdogFailure',
  'JointLimitFailure',
  'CollisionFailure',
  'TorqueCollisionFailure',
  'PowerBoardFailure',
  'IOFailure',
  'HeartbeatLostFailure',
  'UnbrakeFailure',
  'ArmControlTimeoutFailure',
] as const;
export const failureKindSchema = z.enum(failureKinds);
export type FailureKind = z.infer<typeof failureKindSchema>;

/** Start of the part of a reason that lists the actions required before the arm can move again. */
export const toMoveAgainMark = 'To move again: ';

export const recoveryKinds = ['Recoverable', 'NotRecoverable', 'Restart', 'GuidedMode', 'ManualRecoveryMode'] as const;
export const recoveryKindSchema = z.enum(recoveryKinds);
export type RecoveryKind = z.infer<typeof recoveryKindSchema>;

const causeSchema = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

/** A failure of the session: its kind, the reason in the operator's words, its place and its recovery. */
export const failureSchema = z.object({
  kind: failureKindSchema,
  reason: z.string(),
  recoveryKind: recoveryKindSchema,
  stepID: z.string().optional(),
  stepPath: z.string().optional(),
  /** Device whose command failed the step. */
  equipmentID: z.string().optional(),
  /** The reason in a form that clients translate, where the planner gave one: PlanCause, with keys that newer planners add. */
  causes: z.array(causeSchema).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** Default recovery of each failure. */
export const recoveryOf: Record<FailureKind, RecoveryKind> = {
  StepPlayFailure: 'Recoverable',
  ExecutionFailure: 'Recoverable',
  TriggerFaultFailure: 'NotRecoverable',
  InvalidRoutineLoadedFailure: 'Recoverable',
  HaasFailure: 'Recoverable',
  WeldFailure: 'Recoverable',
  GripperFailure: 'Recoverable',
  CameraFailure: 'Recoverable',
  InferenceFailure: 'Recoverable',
  NetworkRequestFailure: 'Recoverable',
  InternalFailure: 'Recoverable',
  PlanningFailure: 'Recoverable',
  MotionPlannerFailure: 'Recoverable',
  ControlSystemFailure: 'Restart',
  EStopTriggered: 'Recoverable',
  SafetyWatchdogFailure: 'Recoverable',
  JointLimitFailure: 'GuidedMode',
  CollisionFailure: 'ManualRecoveryMode',
  TorqueCollisionFailure: 'ManualRecoveryMode',
  PowerBoardFailure: 'Restart',
  IOFailure: 'Recoverable',
  HeartbeatLostFailure: 'Recoverable',
  UnbrakeFailure: 'Recoverable',
  ArmControlTimeoutFailure: 'Recoverable',
};
