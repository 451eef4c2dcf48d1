import * as z from 'zod';
import { antigravityConfigSchema } from './antigravity.ts';
import { controlStateSchema } from './control.ts';
import { debugStateSchema } from './debugging.ts';
import { storedValueSchema } from './expression.ts';
import { failureSchema } from './failures.ts';
import { idSchema } from './ids.ts';
import { ioLevelsSchema } from './io.ts';
import { poseSchema } from './position.ts';
import { operatorPromptSchema, promptCountdownSchema } from './prompt.ts';
import { resumePlaceSchema } from './resume-place.ts';
import { brakesStateSchema, controlModeSchema, robotKindSchema, runnerStateKindSchema } from './robot.ts';
import { runStatusSchema } from './run-status.ts';
import { safetyRulesStateSchema } from './safety-settings.ts';
import { activeSpeedProfileSchema } from './speed-profile.ts';
import { visualizationSchema } from './visualization.ts';

export const stepStateSchema = z.object({
  state: z.enum(['stopped', 'playing', 'paused']),
  /** Variables of the step (completedCount, currentActivity…). */
  variables: z.record(z.string(), storedValueSchema),
});

export const motionActivitySchema = z.enum(['none', 'requestingPlan', 'planning', 'receivingPlan', 'moving', 'paused']);

export const leaseSchema = z.object({
  /** Who holds the arm: an opaque id of the client's connection, and a name to show. */
  holderID: z.string(),
  holderName: z.string(),
  sequence: z.number().int(),
});

const vec3 = z.tuple([z.number(), z.number(), z.number()]);

/** An end of the changer on the flange, counted from 1, and what hangs on it. */
export const mountedEndSchema = z.object({
  end: z.number().int(),
  /** Null: nothing hangs there, and the TCP is the end itself. */
  equipmentID: idSchema.nullable(),
  name: z.string(),
  tcp: poseSchema,
});

/** What is on the flange, in the flange (tool0) frame: metres and kg. */
export const mountedToolSchema = z.object({
  /** The device that was chosen; null on a bare flange. */
  equipmentID: idSchema.nullable(),
  name: z.string(),
  tcp: poseSchema,
  massKg: z.number(),
  centreOfGravity: vec3,
  /** Boxes by the pose of their centre and their full edge lengths. */
  collisionBoxes: z.array(z.object({ pose: poseSchema, size: vec3 })),
  /** Of a changer: its ends. Moves name the TCP of end N `ee-N`. */
  ends: z.array(mountedEndSchema).optional(),
  /** Of a changer: the end whose TCP is that of the tool. */
  activeEnd: z.number().int().optional(),
});
export type MountedTool = z.infer<typeof mountedToolSchema>;

export const preflightSchema = z.object({
  result: z.enum(['passed', 'skipped']),
  at: z.iso.datetime(),
  /** Why it was skipped. */
  reason: z.string().nullable(),
  /** Who skipped it. */
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
  /** Whether the loaded version was played once at the speed of a test run, or why that was left out; null: neither. */
  preflight: preflightSchema.nullable(),
  failure: failureSchema.nullable(),
  safety: z.object({ isEStopped: z.boolean(), isSafeguardOpen: z.boolean() }),
  safetyRules: safetyRulesStateSchema,
  motionActivity: motionActivitySchema,
  payload: z.object({ mass: z.number() }),
  io: ioLevelsSchema,
  tool: mountedToolSchema,
  /** The base of the arm in the world: elsewhere than its origin when the cell has a custom base. */
  base: poseSchema,
  /** How fast and how hard the next move may be. */
  speedProfile: activeSpeedProfileSchema,
  /** What keeps the arm in a failure that is left by hand. */
  contact: z.object({
    /** Joints beyond their limits. */
    jointsBeyondLimits: z.array(z.number().int()),
    /** Joints that something outside presses on. */
    pressedJoints: z.array(z.number().int()),
  }),
  /** The way out of a contact is taken, whatever the failure was. */
  isForceRecoveryMode: z.boolean(),
  /** ROS has the arm: nothing else moves it. */
  isROSControlEnabled: z.boolean(),
  antigravity: antigravityConfigSchema,
  /** Joints whose brake is released while the others' are engaged. */
  unbrakedJoints: z.array(z.number().int()),
  /** `#rrggbb` for each of the 48 LEDs; empty when the ring is dark. */
  leds: z.array(z.string()),
  /** Who may move the arm without holding it: programs in `api`, on a live robot too; nobody there in `routine_editor`. */
  controlMode: controlModeSchema,
  routine: z
    .object({ id: z.string(), name: z.string(), version: z.number().int(), stepCount: z.number().int() })
    .nullable(),
  run: z
    .object({
      id: z.string(),
      status: runStatusSchema,
      startedAt: z.iso.datetime(),
      /** When it started by the clock of frames' `steadyMS`. Absent: the run is not of this process, or of an earlier release. */
      startedSteadyMS: z.number().optional(),
      /** By how much the clock of the runner's machine was set since the start. Absent: it was not. */
      clockSetByMS: z.number().optional(),
      currentStepID: z.string().nullable(),
      currentStepPath: z.string().nullable(),
      cycleCount: z.number().int(),
      isStoppingAfterCycle: z.boolean(),
      /** Why the run was paused, when nobody asked for it, and what to do. */
      pauseReason: z.string().nullable(),
      /** What the run waits for by itself before its next effect; it continues when that is back. */
      waitingFor: z.enum(['database']).nullable().default(null),
      isInterrupted: z.boolean(),
      cycleTimeSeconds: z.number().nullable(),
      distanceMeters: z.number(),
    })
    .nullable(),
  /** Unfinished runs that can be continued, the newest first; absent while there is none. */
  resumePlaces: z.array(resumePlaceSchema).optional(),
  /** What the run asks the people at the cell; it is paused until somebody answers with confirmStep. */
  prompt: operatorPromptSchema.nullable(),
  /** The delay after the answer; cancelCountdown takes the answer back. */
  countdown: promptCountdownSchema.nullable().default(null),
  steps: z.record(z.string(), stepStateSchema),
  /** Breakpoints, watched expressions, and where the run is paused. */
  debug: debugStateSchema,
  /** What steps show beside what is there, by key. */
  visualization: visualizationSchema,
  /** By variable id. */
  variables: z.record(z.string(), z.object({ name: z.string(), value: storedValueSchema, isGlobal: z.boolean() })),
  /** States that single parts of the session own, by part; absent while no part has one. */
  parts: z.record(z.string(), z.unknown()).optional(),
});
export type RobotSessionState = z.infer<typeof robotSessionStateSchema>;

/** Joint angles travel outside the hashed state: 30 Hz while moving, 4 Hz at rest. 1 s without a frame is stale. */
export const robotFrameSchema = z.object({
  kind: z.literal('frame'),
  seq: z.number().int(),
  /** Controller's monotonic time, s. */
  t: z.number(),
  /** Monotonic time of the routine runner, ms, which no setting of a clock changes. Absent: an earlier release. */
  steadyMS: z.number().optional(),
  /** Joint angles, rad. */
  q: z.array(z.number()),
});
export type RobotFrame = z.infer<typeof robotFrameSchema>;
