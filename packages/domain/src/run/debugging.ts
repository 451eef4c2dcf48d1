import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { expressionSchema, expressionUnion, storedValueSchema } from '../routine/expression.ts';

/** Maximum number of breakpoints, and of watched expressions; each one is part of the synchronised state. */
export const maxBreakpoints = 500;
export const maxWatches = 50;

const stepSideSchema = z.enum(['before', 'after']);

/** A place at which a run halts. A step can have at most one breakpoint before it and one after it. */
export const breakpointSchema = z.object({
  stepID: idSchema,
  when: stepSideSchema.default('before').describe('Before the step begins, or after it has ended'),
  condition: expressionSchema
    .nullable()
    .default(null)
    .describe('Pauses only if this is true, or if it cannot be evaluated. null: always'),
  isEnabled: z.boolean().default(true),
});
export type Breakpoint = z.output<typeof breakpointSchema>;

/** A breakpoint as the session stores it. */
export const keptBreakpointSchema = breakpointSchema.extend({
  condition: expressionUnion.nullable(),
  isVerified: z.boolean().describe('True if the loaded routine has the step; otherwise inactive'),
});
export type KeptBreakpoint = z.output<typeof keptBreakpointSchema>;

/** A breakpoint from a client, which may send those of the session back. */
export const sentBreakpointSchema = breakpointSchema
  .extend({ isVerified: z.boolean().optional().describe('Ignored') })
  .transform(({ isVerified: _, ...breakpoint }) => breakpoint);

/** An expression whose value is shown. */
export const watchSchema = z.object({ expression: expressionSchema });
export type Watch = z.output<typeof watchSchema>;

export const watchedSchema = watchSchema.extend({
  expression: expressionUnion,
  value: storedValueSchema.nullable().describe('null while it is not known, as for a moment after the run has paused'),
  problem: z.string().nullable().describe('Reason for the missing value'),
});
export type Watched = z.output<typeof watchedSchema>;

/** A watched expression from a client, which may send those of the session back. */
export const sentWatchSchema = watchSchema
  .extend({ value: z.unknown().optional().describe('Ignored'), problem: z.unknown().optional().describe('Ignored') })
  .transform(({ expression }) => ({ expression }));

export const pausePlaceSchema = z.object({
  number: z.number().int().describe('Number of this pause in the run, from 1'),
  stepID: idSchema.nullable().describe('null between two steps of the routine itself'),
  stepPath: z.string().nullable(),
  thread: z.string().describe("'main', or the id of the background step"),
  when: z.enum(['before', 'during', 'after']).describe('Before the step began, while it plays, or after it has ended'),
  reason: z
    .enum(['breakpoint', 'runTo', 'step', 'pause'])
    .describe("'pause': the run was paused for another reason; see run.pauseReason, prompt and failure"),
  problem: z.string().nullable().describe('Reason why the condition of the breakpoint could not be evaluated'),
});
export type PausePlace = z.output<typeof pausePlaceSchema>;

/** Debug state of a session, for one routine in the version that is loaded. */
export const debugStateSchema = z.object({
  routineID: z.string().nullable().describe('Routine of these breakpoints; null if none'),
  breakpoints: z.array(keptBreakpointSchema),
  watches: z.array(watchedSchema),
  disabledStepIDs: z.array(z.string()).describe('Steps that the current or next run skips'),
  pausedAt: pausePlaceSchema.nullable().describe('Position and reason of the pause; null if not paused'),
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
