import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import {
  keptBreakpointSchema,
  maxBreakpoints,
  maxWatches,
  sentBreakpointSchema,
  sentWatchSchema,
  watchedSchema,
} from '../run/debugging.ts';

const startSchema = z
  .strictObject({
    fromStepID: idSchema.optional().describe('Start position if nothing plays'),
    isConfirmed: z.boolean().default(false),
  })
  .default({ isConfirmed: false });
const startedSchema = z.object({ runID: z.string() });

function hasNoDouble(breakpoints: readonly { stepID: string; when: string }[]): boolean {
  return new Set(breakpoints.map(({ stepID, when }) => `${when} ${stepID}`)).size === breakpoints.length;
}

/** Messages of the runner socket for debugging a routine. */
export const debugMessages = {
  stepOnce: {
    payload: startSchema,
    result: startedSchema,
    control: 'lease',
    summary: 'Play one step, then pause',
  },
  setBreakpoints: {
    payload: z.strictObject({
      routineID: idSchema.describe('Routine of the breakpoints; it need not be loaded yet'),
      breakpoints: z
        .array(sentBreakpointSchema)
        .max(maxBreakpoints, `At most ${maxBreakpoints} breakpoints`)
        .refine(hasNoDouble, 'A step can have at most one breakpoint before it and one after it'),
    }),
    result: z.object({ breakpoints: z.array(keptBreakpointSchema) }),
    control: 'none',
    summary: 'Replace all breakpoints: a run pauses there before or after a step, or on a condition',
  },
  runTo: {
    payload: z.strictObject({ stepID: idSchema, isConfirmed: z.boolean().default(false) }),
    result: startedSchema,
    control: 'lease',
    summary: 'Resume, or play from the start, and pause before a step; guarded as resumeRoutine is',
  },
  stepOver: {
    payload: startSchema,
    result: startedSchema,
    control: 'lease',
    summary:
      'Resume, and pause before the next step that is not nested deeper; if nothing plays, before the first step',
  },
  stepInto: {
    payload: startSchema,
    result: startedSchema,
    control: 'lease',
    summary: 'Resume, and pause before the next step, also a nested one; if nothing plays, before the first step',
  },
  setStepDisabled: {
    payload: z.strictObject({ stepID: idSchema, isDisabled: z.boolean() }),
    result: z.object({ disabledStepIDs: z.array(z.string()) }),
    control: 'lease',
    summary: 'Skip a step of the loaded routine in the current or next run; the document does not change',
  },
  setWatches: {
    payload: z.strictObject({
      watches: z.array(sentWatchSchema).max(maxWatches, `At most ${maxWatches} watched expressions`),
    }),
    result: z.object({ watches: z.array(watchedSchema) }),
    control: 'none',
    summary: 'Replace the expressions whose values the state shows',
  },
} as const;
