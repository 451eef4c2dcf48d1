import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { effectAnswerSchema, resumptionSchema } from '../run/resumption.ts';

/** Messages of the runner socket that continue or abandon an unfinished run after a crash, a failure or a stop. */
export const resumeMessages = {
  getResumption: {
    payload: z.strictObject({ runID: idSchema }),
    result: resumptionSchema,
    control: 'none',
    summary:
      'How an unfinished run of the robot can be continued: where, with which variables, and what has to be answered',
  },
  resumeRun: {
    payload: z.strictObject({
      runID: idSchema,
      fromStepID: idSchema.optional().describe('A step to go on with instead of the one that was under way'),
      answers: z
        .array(effectAnswerSchema)
        .max(1000)
        .default([])
        .describe('One for each effect outside of which nobody knows whether it happened'),
    }),
    result: z.object({ runID: z.string().describe('A new run: the one before stays as it ended') }),
    control: 'lease',
    summary: 'Continue an unfinished run where it was, when everything is as it was then; never repeats unasked',
  },
  giveUpRun: {
    payload: z.strictObject({ runID: idSchema }),
    result: z.object({}),
    control: 'lease',
    summary: 'Forget what is kept to continue an unfinished run',
  },
  clearVisualization: {
    payload: z.strictObject({}),
    result: z.object({}),
    control: 'lease',
    summary: 'Remove every object that steps have shown: boxes on pallets, positions, workpieces. Refused during a run',
  },
} as const;
