import * as z from 'zod';

export const jointCount = 6;
export const jointNames = ['joint0', 'joint1', 'joint2', 'joint3', 'joint4', 'joint5'] as const;

/** Robot of a call; the twin of a live robot is part of 'live'. */
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

/** Maximum tool speed of manual motion (jog, go-to, return, move here), as in ISO 10218-1, m/s. */
export const handMotionToolSpeed = 0.25;
/** Maximum movement of a joint since the pause at which resume is allowed, rad. */
export const resumeJointTolerance = 0.01;

/** Time without its commander's heartbeat after which the controller stops the arm, ms. */
export const commanderWatchdogMS = 200;
/** Interval of heartbeats: eight can be missed before the arm stops. */
export const commanderHeartbeatMS = 25;
export const jogHeartbeatMS = 100;
export const jogTimeoutMS = 250;
export const controllerRateHz = 125;

export const jogFrameSchema = z.enum(['robotArm', 'world', 'tool']);
export type JogFrame = z.infer<typeof jogFrameSchema>;

/** Range of the payload mass in the specification, kg. */
export const payloadMassRange = { minimum: -10, maximum: 30 } as const;
