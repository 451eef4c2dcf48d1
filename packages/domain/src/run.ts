import * as z from 'zod';
import { failureSchema } from './failures.ts';
import { robotKindSchema } from './robot.ts';
import { runStatusSchema } from './runner-state.ts';

/**
 * Events of a run's journal. A step with an effect outside writes effectIntended (committed) before and effectEnded
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
  /** completed | failed | stopped | skipped | unknown, or what the event says. */
  result: z.string().nullable(),
  /** Details in JSON: the failure, the effect, the warning. */
  data: z.unknown().optional(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Which round a loop is in, from 1. */
export const loopRoundSchema = z.object({ stepPath: z.string(), round: z.number().int().min(1) });
export type LoopRound = z.infer<typeof loopRoundSchema>;

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
  /** After a crash: the step it was in; `hasUnknownEffect` when its outside effect may or may not have happened. */
  interruptedIn: z
    .object({
      stepID: z.string(),
      stepPath: z.string(),
      stepKind: z.string(),
      hasUnknownEffect: z.boolean(),
      /** With an unknown effect: the rounds, from 1, in which the loops around it were, outermost first. */
      rounds: z.array(loopRoundSchema).optional(),
    })
    .nullable(),
});
export type Run = z.infer<typeof runSchema>;
