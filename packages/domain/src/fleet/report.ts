import * as z from 'zod';
import { robotKindSchema } from '../robot/robot.ts';
import { runStatusSchema } from '../run/run-status.ts';

/** Maximum number of facts in one report; the next report has the others. */
export const maxFactsPerReport = 100;

/** Serial number of a box. */
export const serialSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must have 1 to 64 letters, digits, dots, dashes and underscores');

const shortText = z.string().max(300);

/** The last run of a robot, or the current one. */
export const reportedRunSchema = z.object({
  id: z.string().max(100),
  status: runStatusSchema,
  startedAt: z.iso.datetime(),
  cycleTimeSeconds: z.number().nonnegative().nullable(),
  cycleCount: z.number().int().nonnegative(),
});

export const reportedRobotSchema = z.object({
  robotKind: robotKindSchema,
  isConnected: z.boolean(),
  /** State of the session, such as 'Idle' or 'RoutineRunning'. */
  state: z.string().max(40),
  failure: shortText.nullable(),
  routineName: shortText.nullable(),
  run: reportedRunSchema.nullable(),
});
export type ReportedRobot = z.infer<typeof reportedRobotSchema>;

/** Reasons for which a box does not update. */
export const updateObstacles = [
  'running',
  'disk',
  'clock',
  'person',
  'restart',
  'window',
  'unavailable',
  'registry',
  'failed',
] as const;

export const reportedSoftwareSchema = z.object({
  buildID: z.string().max(64),
  /** Build that is being installed. */
  targetBuildID: z.string().max(64).nullable(),
  /** Stage of the current install. */
  stage: z.string().max(40).nullable(),
  /** Reason why the box does not update. */
  obstacle: z.object({ reason: z.enum(updateObstacles), message: shortText }).nullable(),
});
export type ReportedSoftware = z.infer<typeof reportedSoftwareSchema>;

export const boxStateSchema = z.object({
  serial: serialSchema,
  software: reportedSoftwareSchema,
  robots: z.array(reportedRobotSchema).max(4),
  failuresPerHour: z.number().nonnegative(),
  /** Clock of the box minus clock of the hub, ms; null until it is known. */
  clockSkewMS: z.number().nullable(),
  /** Number of facts that were dropped because the hub was away for too long. */
  droppedFacts: z.number().int().nonnegative(),
});
export type BoxState = z.infer<typeof boxStateSchema>;

export const factKinds = ['runEnded', 'robotFailed', 'buildInstalled', 'buildFailed', 'joined'] as const;

/** Event on a box. It reaches the hub at least once, and is stored once. */
export const boxFactSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(factKinds),
  at: z.iso.datetime(),
  text: shortText,
});
export type BoxFact = z.infer<typeof boxFactSchema>;

/** Message of a box to its hub: its state, and facts since the last acknowledged one. */
export const boxReportSchema = z.object({
  /** Identifies the start of the box's process. */
  sessionID: z.string().max(100),
  /** Counts the reports of the session, so that a late one does not replace a newer one. */
  sequence: z.number().int().nonnegative(),
  state: boxStateSchema,
  facts: z.array(boxFactSchema).max(maxFactsPerReport),
});
export type BoxReport = z.infer<typeof boxReportSchema>;

/** Build that the hub wants a box to run. */
export const wantedBuildSchema = z.object({ buildID: z.string(), waveID: z.string() });
export type WantedBuild = z.infer<typeof wantedBuildSchema>;

/** Response of the hub once a report is stored. */
export const reportReplySchema = z.object({
  at: z.iso.datetime().describe('Time of the hub'),
  wanted: wantedBuildSchema.nullable(),
});
export type ReportReply = z.infer<typeof reportReplySchema>;
