import * as z from 'zod';

export const jointCount = 6;
export const jointNames = ['joint0', 'joint1', 'joint2', 'joint3', 'joint4', 'joint5'] as const;

/** Which robot a call means; the twin of a live robot stands behind 'live'. */
export const robotKindSchema = z.enum(['live', 'simulated']);
export type RobotKind = z.infer<typeof robotKindSchema>;

/** States of the robot session (routine runner). */
export const runnerStateKinds = [
  'Constructing',
  'Idle',
  'RunningAdHocCommand',
  'RoutineRunning',
  'Antigravity',
  'AntigravitySlow',
  'Failure',
  'Recovering',
] as const;
export const runnerStateKindSchema = z.enum(runnerStateKinds);
export type RunnerStateKind = z.infer<typeof runnerStateKindSchema>;

export const brakesStateSchema = z.enum(['engaged', 'disengaged']);
export type BrakesState = z.infer<typeof brakesStateSchema>;

export const controlModeSchema = z.enum(['api', 'routine_editor']);
export type ControlMode = z.infer<typeof controlModeSchema>;

/** Six joint angles in radians, J0…J5. */
export const jointAnglesSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);
export type JointAngles = z.infer<typeof jointAnglesSchema>;

/** Hand motion (jog, go-to, return, move here) keeps the tool at or under this speed (ISO 10218-1), m/s. */
export const handMotionToolSpeed = 0.25;
/** Resume is refused when a joint has moved by more than this since the pause, rad. */
export const resumeJointTolerance = 0.01;

/** The controller stops the arm after this long without its commander's heartbeat, ms. */
export const commanderWatchdogMS = 200;
/** Eight of them may fail to come before the arm stops. */
export const commanderHeartbeatMS = 25;
export const jogHeartbeatMS = 100;
export const jogTimeoutMS = 250;
export const controllerRateHz = 125;

export const jogFrameSchema = z.enum(['robotArm', 'world', 'tool']);
export type JogFrame = z.infer<typeof jogFrameSchema>;

/** Payload mass range of the spec, kg. */
export const payloadMassRange = { minimum: -10, maximum: 30 } as const;
