import * as z from 'zod';
import { idSchema } from './ids.ts';
import { robotKindSchema } from './robot.ts';

/** A routine asks the people at the cell: what is told of it on the bus. */
export const operatorQuestionSchema = z.object({
  /** Unique for ever: a question that is told twice is one. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Left out by runners before this field. */
  robotID: idSchema.optional(),
  routineID: z.string().nullable(),
  stepID: idSchema,
  message: z.string(),
});
export type OperatorQuestion = z.infer<typeof operatorQuestionSchema>;
