import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { robotKindSchema } from '../robot/robot.ts';

/** Bus event: a routine asks the operators a question. */
export const operatorQuestionSchema = z.object({
  /** Globally unique: a question that is sent twice is stored once. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Absent in messages of older runners. */
  robotID: idSchema.optional(),
  routineID: z.string().nullable(),
  stepID: idSchema,
  message: z.string(),
});
export type OperatorQuestion = z.infer<typeof operatorQuestionSchema>;
