import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { effectAnswerSchema, resumptionSchema } from '../run/resumption.ts';

/** Messages of the runner socket that continue or abandon an unfinished run after a crash, a failure or a stop. */
export const resumeMessages = {
  getResumption: {
    payload: z.strictObject({ runID: idSchema }),
    result: resumptionSchema,
    control: 'none',
    summary: 'How an unfinished run of the robot can be continued: position, variables and questions to answer',
  },
  resumeRun: {
    payload: z.strictObject({
      runID: idSchema,
      fromStepID: idSchema.optional().describe('Step to continue with instead of the interrupted one'),
      answers: z
        .array(effectAnswerSchema)
        .max(1000)
        .default([])
        .describe('One for each external effect whose outcome is unknown'),
    }),
    result: z.object({ runID: z.string().describe('The new run; the previous one keeps its result') }),
    control: 'lease',
    summary: 'Continue an unfinished run if the cell is in the same state; repeats nothing without a decision',
  },
  giveUpRun: {
    payload: z.strictObject({ runID: idSchema }),
    result: z.object({}),
    control: 'lease',
    summary: 'Discard an unfinished run',
  },
  clearVisualization: {
    payload: z.strictObject({}),
    result: z.object({}),
    control: 'lease',
    summary: 'Remove all objects that steps placed: boxes on pallets, positions, workpieces. Refused during a run',
  },
} as const;
