import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { antigravityConfigSchema } from '../robot/antigravity.ts';
import { controlStateSchema } from '../robot/control.ts';
import { failureSchema } from '../robot/failures.ts';
import { ioLevelsSchema } from '../robot/io.ts';
import { poseSchema } from '../robot/position.ts';
import { brakesStateSchema, controlModeSchema, robotKindSchema, runnerStateKindSchema } from '../robot/robot.ts';
import { safetyRulesStateSchema } from '../robot/safety-settings.ts';
import { activeSpeedProfileSchema } from '../robot/speed-profile.ts';
import { storedValueSchema } from '../routine/expression.ts';
import { operatorPromptSchema, promptCountdownSchema } from '../routine/prompt.ts';
import { visualizationSchema } from '../space/visualization.ts';
import { debugStateSchema } from './debugging.ts';
import { resumePlaceSchema } from './resume-place.ts';
import { runStatusSchema } from './run-status.ts';

export const stepStateSchema = z.object({
  state: z.enum(['stopped', 'playing', 'paused']),
  /** Variables of the step (completedCount, currentActivity…). */
  variables: z.record(z.string(), storedValueSchema),
});

export const motionActivitySchema = z.enum(['none', 'requestingPlan', 'planning', 'receivingPlan', 'moving', 'paused']);

export const leaseSchema = z.object({
  /** Holder of the arm: an opaque id of the client's connection, and a display name. */
  holderID: z.string(),
  holderName: z.string(),
  sequence: z.number().int(),
});

const vec3 = z.tuple([z.number(), z.number(), z.number()]);

/** An end of the changer on the flange, counted from 1, and its tool. */
export const mountedEndSchema = z.object({
  end: z.number().int(),
  /** Null for an empty end, whose TCP is the end itself. */
  equipmentID: idSchema.nullable(),
  name: z.string(),
  tcp: poseSchema,
});

/** Box that moves with the width of a gripper. */
const fingerSchema = z.object({
  /** The gripper; its width is in `fingerWidths`. */
  equipmentID: idSchema,
  /** Width between the fingertips at the pose of the box, m: the widest. */
  widest: z.number(),
  /** Displacement of the box, m, per metre that the fingers close. */
  closing: vec3,
  /** True for one box around both fingers, which face each other along its y. */
  isPair: z.boolean().optional(),
});

/** Tool on the flange, in the flange (tool0) frame: metres and kg. */
export const mountedToolSchema = z.object({
  /** Selected device; null on a bare flange. */
  equipmentID: idSchema.nullable(),
  name: z.string(),
  tcp: poseSchema,
  massKg: z.number(),
  centreOfGravity: vec3,
  /** Boxes that the planner checks, by the pose of their centre and their full edge lengths. */
  collisionBoxes: z.array(z.object({ pose: poseSchema, size: vec3, finger: fingerSchema.optional() })),
  /** For a changer: its ends. Moves name the TCP of end N `ee-N`. */
  ends: z.array(mountedEndSchema).optional(),
  /** For a changer: the end whose TCP is that of the tool. */
  activeEnd: z.number().int().optional(),
});
export type MountedTool = z.infer<typeof mountedToolSchema>;

export const preflightSchema = z.object({
  result: z.enum(['passed', 'skipped']),
  at: z.iso.datetime(),
  /** Reason why it was skipped. */
  reason: z.string().nullable(),
  /** User who skipped it. */
  byName: z.string().nullable(),
});
export type Preflight = z.infer<typeof preflightSchema>;

/** The state of one robot session as every client sees it: sent as a snapshot, then as patches. */
export const robotSessionStateSchema = z.object({
  robotKind: robotKindSchema,
  isTwin: z.boolean(),
  kind: runnerStateKindSchema,
  isPaused: z.boolean(),
  isControllerConnected: z.boolean(),
  brakes: brakesStateSchema,
  /** Every stop starts a new epoch; commands of an older epoch are dropped. */
  stopEpoch: z.number().int(),
  lease: leaseSchema.nullable(),
  /** Holder of control and the losses of control that are not acknowledged; absent until a client first has control. */
  control: controlStateSchema.optional(),
  speedRestrictionPercentage: z.number().min(0).max(1),
  testRunSpeed: z.number().min(0).max(1).nullable(),
  /** Test run of the loaded version at reduced speed, or the reason why it was skipped; null if neither. */
  preflight: preflightSchema.nullable(),
  failure: failureSchema.nullable(),
  safety: z.object({ isEStopped: z.boolean(), isSafeguardOpen: z.boolean() }),
  safetyRules: safetyRulesStateSchema,
  motionActivity: motionActivitySchema,
  payload: z.object({ mass: z.number() }),
  io: ioLevelsSchema,
  tool: mountedToolSchema,
  /** Width between the fingertips of each gripper on the flange, m, as far as it is known; absent if none is. */
  fingerWidths: z.record(z.string(), z.number()).optional(),
  /** Base of the arm in the world; not at its origin if the cell has a custom base. */
  base: poseSchema,
  /** Limits of the next move. */
  speedProfile: activeSpeedProfileSchema,
  /** Cause of a failure that requires manual recovery. */
  contact: z.object({
    /** Joints beyond their limits. */
    jointsBeyondLimits: z.array(z.number().int()),
    /** Joints under external load. */
    pressedJoints: z.array(z.number().int()),
  }),
  /** True if the recovery from contact is used, for any failure. */
  isForceRecoveryMode: z.boolean(),
  /** True while ROS controls the arm: nothing else moves it. */
  isROSControlEnabled: z.boolean(),
  antigravity: antigravityConfigSchema,
  /** Joints whose brake is released while the others are engaged. */
  unbrakedJoints: z.array(z.number().int()),
  /** `#rrggbb` for each of the 48 LEDs; empty for a dark ring. */
  leds: z.array(z.string()),
  /**
   * Clients that may move the arm without holding it: programs in `api`, on a live robot too; none there in
   * `routine_editor`.
   */
  controlMode: controlModeSchema,
  routine: z
    .object({ id: z.string(), name: z.string(), version: z.number().int(), stepCount: z.number().int() })
    .nullable(),
  run: z
    .object({
      id: z.string(),
      status: runStatusSchema,
      startedAt: z.iso.datetime(),
      /**
       * Start time by the clock of frames' `steadyMS`. Absent if the run is not of this process, or of an earlier
       * release.
       */
      startedSteadyMS: z.number().optional(),
      /** Adjustment of the clock of the runner's machine since the start. Absent if there was none. */
      clockSetByMS: z.number().optional(),
      currentStepID: z.string().nullable(),
      currentStepPath: z.string().nullable(),
      cycleCount: z.number().int(),
      isStoppingAfterCycle: z.boolean(),
      /** Reason of a pause without a pause command, and what to do. */
      pauseReason: z.string().nullable(),
      /** Resource that the run waits for before its next effect; it continues automatically. */
      waitingFor: z.enum(['database']).nullable().default(null),
      isInterrupted: z.boolean(),
      cycleTimeSeconds: z.number().nullable(),
      distanceMeters: z.number(),
    })
    .nullable(),
  /** Unfinished runs that can be continued, newest first; absent if there are none. */
  resumePlaces: z.array(resumePlaceSchema).optional(),
  /** Current prompt; the run is paused until a client answers with confirmStep. */
  prompt: operatorPromptSchema.nullable(),
  /** Delay after the answer; cancelCountdown cancels the answer. */
  countdown: promptCountdownSchema.nullable().default(null),
  steps: z.record(z.string(), stepStateSchema),
  /** Breakpoints, watched expressions, and the place where the run is paused. */
  debug: debugStateSchema,
  /** Additional objects that steps show, by key. */
  visualization: visualizationSchema,
  /** By variable id. */
  variables: z.record(z.string(), z.object({ name: z.string(), value: storedValueSchema, isGlobal: z.boolean() })),
  /** States of separate parts of the session, by part; absent if no part has one. */
  parts: z.record(z.string(), z.unknown()).optional(),
});
export type RobotSessionState = z.infer<typeof robotSessionStateSchema>;

/**
 * Joint angles are sent outside the hashed state: 30 Hz while moving, 4 Hz at rest. After 1 s without a frame they are
 * stale.
 */
export const robotFrameSchema = z.object({
  kind: z.literal('frame'),
  seq: z.number().int(),
  /** Controller's monotonic time, s. */
  t: z.number(),
  /** Monotonic time of the routine runner, ms, independent of clock settings. Absent in an earlier release. */
  steadyMS: z.number().optional(),
  /** Joint angles, rad. */
  q: z.array(z.number()),
});
export type RobotFrame = z.infer<typeof robotFrameSchema>;
