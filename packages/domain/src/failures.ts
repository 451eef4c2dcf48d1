import * as z from 'zod';

/** What made the robot session fail. The first eleven are the step catalogue's; the rest the robot's own. */
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

/** Begins the part of a reason that lists what has to be done before the arm moves again. */
export const toMoveAgainMark = 'To move again: ';

export const recoveryKinds = ['Recoverable', 'NotRecoverable', 'Restart', 'GuidedMode', 'ManualRecoveryMode'] as const;
export const recoveryKindSchema = z.enum(recoveryKinds);
export type RecoveryKind = z.infer<typeof recoveryKindSchema>;

const causeSchema = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

/** A failure of the session: what, why in the operator's words, where, and how to get out of it. */
export const failureSchema = z.object({
  kind: failureKindSchema,
  reason: z.string(),
  recoveryKind: recoveryKindSchema,
  stepID: z.string().optional(),
  stepPath: z.string().optional(),
  /** The device whose command failed the step. */
  equipmentID: z.string().optional(),
  /** The reason in a form that clients translate, where the planner gave one: PlanCause, with keys that newer planners add. */
  causes: z.array(causeSchema).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** How a failure is recovered unless its source says otherwise. */
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
