import * as z from 'zod';
import { messageSourceSchema } from '../basics/message-source-schema.ts';
import { poseSchema } from '../robot/position.ts';
import { robotKindSchema } from '../robot/robot.ts';
import { variableValueSchema } from '../routine/expression.ts';
import { replayPlaceSchema } from './replay.ts';

/** Input of a dry run in place of the operators, inputs and programs of a real run. */
export const proofOptionsSchema = z.object({
  robotKind: robotKindSchema
    .default('simulated')
    .describe('Robot whose state, tool and planning scene the dry run starts with'),
  answers: z
    .array(z.string().max(1000))
    .max(1000)
    .default([])
    .describe(
      'Answers to the prompts, in order. Without: yes to a question, the first choice, and the text "1" where one is typed',
    ),
  inputs: z
    .record(z.string().max(40), z.enum(['high', 'low']))
    .default({})
    .describe('Levels of inputs by full name, for example "Input 1". Default: current levels'),
  variables: z
    .record(z.string().max(128), variableValueSchema)
    .default({})
    .describe('Initial values of variables, by id or name'),
  maxSeconds: z
    .number()
    .positive()
    .max(86_400)
    .default(7200)
    .describe('Simulated seconds after which the dry run ends'),
  cycles: z.number().int().min(1).max(100_000).default(3).describe('Iterations of an endless loop that are played'),
  recordsMotion: z
    .boolean()
    .default(false)
    .describe('Adds the motion of the arm to the report, for a picture: up to 1 MB'),
});
export type ProofOptions = z.output<typeof proofOptionsSchema>;

export const proofSeverities = ['error', 'warning', 'note'] as const;

/** Findings of a dry run, with their severity unless the finding depends on external input. */
export const proofFindingKinds = {
  invalid: 'error',
  unreachableTarget: 'error',
  collision: 'error',
  jointLimit: 'error',
  singularity: 'error',
  planningFailed: 'error',
  boxOutOfReach: 'warning',
  boxCannotBePlaced: 'warning',
  nearSingularity: 'warning',
  littleClearance: 'warning',
  detour: 'note',
  targetNeverReached: 'warning',
  variableNeverSet: 'warning',
  variableReadBeforeSet: 'warning',
  branchNeverReached: 'warning',
  promptNeverReached: 'warning',
  stepNeverReached: 'warning',
  outputLeftOn: 'warning',
  toolNotAttached: 'warning',
  gripperImpossible: 'error',
  timeLimitExceeded: 'error',
  timeLimitNear: 'warning',
  endlessLoop: 'note',
  boundReached: 'error',
  waitsForOutside: 'warning',
  faultRaised: 'error',
  stepFailed: 'error',
} as const satisfies Readonly<Record<string, (typeof proofSeverities)[number]>>;
export type ProofFindingKind = keyof typeof proofFindingKinds;

const findingKinds = z.enum(
  // Sound: the keys of the table above.
  Object.keys(proofFindingKinds) as [ProofFindingKind, ...ProofFindingKind[]],
);

export const proofFindingSchema = z.object({
  kind: findingKinds,
  severity: z.enum(proofSeverities),
  /** Null for findings about the whole routine. */
  stepID: z.string().nullable(),
  stepPath: z.string().nullable(),
  message: z.string(),
  values: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string() })),
  ...messageSourceSchema.shape,
});
export type ProofFinding = z.output<typeof proofFindingSchema>;

const clearanceSchema = z.object({
  meters: z.number(),
  /** Link of the arm and the object nearest to it. */
  link: z.string(),
  other: z.string(),
});
export type ProofClearance = z.output<typeof clearanceSchema>;

/** Maximum use of each joint's limit, 0–1; null if the arm's description has no limit. */
const sharesSchema = z.array(z.number().nullable());

export const proofMotionSchema = z.object({
  distanceMeters: z.number(),
  /** Null if nothing is near. */
  leastClearance: clearanceSchema.nullable(),
  /** The same without the distances of the arm from itself. */
  leastObstacleClearance: clearanceSchema.nullable(),
  speedShares: sharesSchema,
  accelerationShares: sharesSchema,
  torqueShares: sharesSchema.describe('Torque for holding the arm, its tool and its payload against gravity'),
  singularity: z.number().describe('Smallest singular value on the path; 0 is singular. No unit'),
  reachMeters: z.number().describe('Largest distance of the flange from the base of the arm'),
  contacts: z.number().int(),
});
export type ProofMotion = z.output<typeof proofMotionSchema>;

const timesSchema = z.object({
  durationSeconds: z.number(),
  planningSeconds: z.number(),
  movingSeconds: z.number(),
  deviceSeconds: z.number(),
  waitingSeconds: z.number(),
});
export type ProofTimes = z.output<typeof timesSchema>;

export const proofStepSchema = timesSchema.extend({
  stepID: z.string(),
  stepPath: z.string(),
  stepKind: z.string(),
  /** Number of times that it was played; 0 for a step that was never reached. */
  playCount: z.number().int(),
  /** Null for a step that does not move the arm. */
  motion: proofMotionSchema.nullable(),
});
export type ProofStep = z.output<typeof proofStepSchema>;

/** Maximum numbers of places, and of changes of the step or the base, in a recording: it stays below 1 MB. */
export const proofRecordingLimits = { places: 6000, changes: 4000 } as const;

/** Motion of the arm in a dry run. Times are simulated seconds since its start. */
export const proofRecordingSchema = z.object({
  seconds: z.number().min(0).describe('Duration'),
  places: z
    .array(replayPlaceSchema)
    .max(proofRecordingLimits.places)
    .describe('Time, then joint angles in rad, in order. The motion between two places is straight in joint space'),
  steps: z
    .array(z.object({ at: z.number(), stepID: z.string().nullable() }))
    .max(proofRecordingLimits.changes)
    .describe('Played steps, in order; short ones are left out of a long recording'),
  bases: z
    .array(z.object({ at: z.number(), base: poseSchema }))
    .max(proofRecordingLimits.changes)
    .describe('Poses of the base of the arm, in order'),
  fingers: z
    .array(z.object({ at: z.number(), widths: z.record(z.string(), z.number()) }))
    .max(proofRecordingLimits.changes)
    .default([])
    .describe('Widths between the fingertips of the grippers on the flange, m, by device, in order'),
  findings: z
    .array(z.number().nullable())
    .describe(
      'Time of each finding, in the order of `findings`: the first start of its step, or the end that it causes',
    ),
});
export type ProofRecording = z.output<typeof proofRecordingSchema>;

export const proofReportSchema = z.object({
  routineID: z.string(),
  /** 0 for a file. */
  routineVersion: z.number().int(),
  routineName: z.string(),
  outcome: z
    .enum(['notPlayed', 'completed', 'failed', 'ended'])
    .describe('notPlayed: it has errors before anything moves; ended: a bound of the proof ended it'),
  findings: z.array(proofFindingSchema),
  steps: z.array(proofStepSchema),
  totals: timesSchema.extend({
    /** Time of the last complete cycle. */
    cycleTimeSeconds: z.number().nullable(),
    cycleCount: z.number().int(),
    distanceMeters: z.number(),
    leastClearance: clearanceSchema.extend({ stepID: z.string() }).nullable(),
    planCount: z.number().int(),
    /** Number of these plans that an earlier round had computed: same joints, targets and world. */
    reusedPlanCount: z.number().int(),
  }),
  /** Computing time of the dry run, seconds on this machine. */
  computedSeconds: z.number(),
  recording: proofRecordingSchema.optional().describe('Only with the option recordsMotion'),
});
export type ProofReport = z.output<typeof proofReportSchema>;
