import * as z from 'zod';
import { failureSchema } from '../robot/failures.ts';
import { robotKindSchema } from '../robot/robot.ts';
import { runStatusSchema } from './run-status.ts';

/**
 * Events of a run's journal. A step with an outside effect writes effectIntended (committed) before and effectEnded
 * after: an intent without an end is shown as 'unknown' after a crash.
 */
export const journalEventSchema = z.enum([
  'runStarted',
  'stepStarted',
  'stepEnded',
  'stepWarning',
  'effectIntended',
  'effectEnded',
  'paused',
  'resumed',
  'failed',
  'recovered',
  'interrupted',
  'runEnded',
]);
export type JournalEvent = z.infer<typeof journalEventSchema>;

export const journalEntrySchema = z.object({
  runID: z.string(),
  /** Position in the run's journal, from 1, without gaps. */
  seq: z.number().int().min(1),
  at: z.iso.datetime(),
  /** 'main', or the id of the RunInBackground step whose children it plays. */
  thread: z.string(),
  event: journalEventSchema,
  stepID: z.string().nullable(),
  stepPath: z.string().nullable(),
  stepKind: z.string().nullable(),
  /** completed | failed | stopped | skipped | unknown, or another result of the event. */
  result: z.string().nullable(),
  /** Details in JSON: the failure, the effect, the warning. */
  data: z.unknown().optional(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Current round of a loop, from 1. */
export const loopRoundSchema = z.object({ stepPath: z.string(), round: z.number().int().min(1) });
export type LoopRound = z.infer<typeof loopRoundSchema>;

/**
 * Cause of a run's stop before its end. `shutdown`: the routine runner exited. `commandTaken`: the controller obeys
 * another commander. Failures, such as an emergency stop, are not stops: they are in the run's `failure`.
 */
export const runStopSchema = z.object({
  how: z.enum(['stop', 'emergencyStop', 'brakes', 'afterCycle', 'takeOver', 'shutdown', 'commandTaken']),
  /** User who commanded it; null without one. */
  by: z
    .object({
      kind: z
        .enum(['person', 'program', 'machine', 'client'])
        .describe('A user session, a developer token, the command line of the cell, or an unknown client'),
      id: z.string(),
      name: z.string().describe('Of the person or the token'),
      isPage: z.boolean().describe('True for a page of the cell in a browser'),
    })
    .nullable(),
});
export type RunStop = z.infer<typeof runStopSchema>;

export const runSchema = z.object({
  id: z.string(),
  robotKind: robotKindSchema,
  isTwin: z.boolean(),
  routineID: z.string(),
  routineName: z.string(),
  routineVersion: z.number().int(),
  status: runStatusSchema,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  cycleCount: z.number().int(),
  cycleTimeSeconds: z.number().nullable(),
  distanceMeters: z.number(),
  failure: failureSchema.nullable(),
  /** Null for a run that was not stopped, or whose stop has an unknown cause. */
  stop: runStopSchema.nullable().default(null),
  /** After a crash: the step it was in; `hasUnknownEffect` if its outside effect may or may not have happened. */
  interruptedIn: z
    .object({
      stepID: z.string(),
      stepPath: z.string(),
      stepKind: z.string(),
      hasUnknownEffect: z.boolean(),
      /** With an unknown effect: the rounds of the loops around it, from 1, outermost first. */
      rounds: z.array(loopRoundSchema).optional(),
    })
    .nullable(),
});
export type Run = z.infer<typeof runSchema>;
