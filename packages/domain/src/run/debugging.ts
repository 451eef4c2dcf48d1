import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { expressionSchema, expressionUnion, storedValueSchema } from '../routine/expression.ts';

/** Maximum number of breakpoints, and of watched expressions; each one is part of the synchronised state. */
export const maxBreakpoints = 500;
export const maxWatches = 50;

const stepSideSchema = z.enum(['before', 'after']);

/** A place at which a run halts. A step has at most one breakpoint before it and one after it. */
export const breakpointSchema = z.object({
  stepID: idSchema,
  when: stepSideSchema.default('before').describe('Before the step begins, or after it has ended'),
  condition: expressionSchema
    .nullable()
    .default(null)
    .describe('Halts only when this holds; one that cannot be told halts, too. null: always'),
  isEnabled: z.boolean().default(true),
});
export type Breakpoint = z.output<typeof breakpointSchema>;

/** A breakpoint as the session stores it. */
export const keptBreakpointSchema = breakpointSchema.extend({
  condition: expressionUnion.nullable(),
  isVerified: z.boolean().describe('Whether the routine that is loaded has the step; otherwise it waits for one'),
});
export type KeptBreakpoint = z.output<typeof keptBreakpointSchema>;

/** An expression whose value is shown. */
export const watchSchema = z.object({ expression: expressionSchema });
export type Watch = z.output<typeof watchSchema>;

export const watchedSchema = watchSchema.extend({
  expression: expressionUnion,
  value: storedValueSchema.nullable().describe('null while it is not known, as for a moment after the run has paused'),
  problem: z.string().nullable().describe('Why it has no value'),
});
export type Watched = z.output<typeof watchedSchema>;

export const pausePlaceSchema = z.object({
  number: z.number().int().describe('Which pause of the run this is, from 1: tells the next one from this'),
  stepID: idSchema.nullable().describe('null between two steps of the routine itself'),
  stepPath: z.string().nullable(),
  thread: z.string().describe("'main', or the id of the step whose steps play beside the routine"),
  when: z.enum(['before', 'during', 'after']).describe('Before the step began, while it plays, or after it has ended'),
  reason: z
    .enum(['breakpoint', 'runTo', 'step', 'pause'])
    .describe("'pause': somebody or something else paused the run; run.pauseReason, prompt and failure say more"),
  problem: z.string().nullable().describe('Why the condition of the breakpoint could not be told'),
});
export type PausePlace = z.output<typeof pausePlaceSchema>;

/** Debug state of a session, for one routine in the version that is loaded. */
export const debugStateSchema = z.object({
  routineID: z.string().nullable().describe('Whose breakpoints these are; null without any'),
  breakpoints: z.array(keptBreakpointSchema),
  watches: z.array(watchedSchema),
  disabledStepIDs: z.array(z.string()).describe('Steps that the run under way, or the next one, passes over'),
  pausedAt: pausePlaceSchema.nullable().describe('Where and why the run is paused; null while it is not'),
});
export type DebugState = z.output<typeof debugStateSchema>;

/** Debug state of a session without debugging. */
export const nothingDebugged: DebugState = {
  routineID: null,
  breakpoints: [],
  watches: [],
  disabledStepIDs: [],
  pausedAt: null,
};
