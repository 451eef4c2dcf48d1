import * as z from 'zod';
import { failureSchema } from './failures.ts';
import { idSchema } from './ids.ts';
import { robotKindSchema } from './robot.ts';

/** A robot session has entered Failure: what is told of it on the bus. */
export const robotFailureSchema = z.object({
  /** Unique for ever: a failure that is told twice is one. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Left out by runners before this field. */
  robotID: idSchema.optional(),
  routineID: z.string().nullable(),
  failure: failureSchema,
});
export type RobotFailure = z.infer<typeof robotFailureSchema>;
