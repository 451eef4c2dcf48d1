import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { failureSchema } from './failures.ts';
import { robotKindSchema } from './robot.ts';

/** Event on the bus: a robot session has entered Failure. */
export const robotFailureSchema = z.object({
  /** Globally unique: a failure that is sent twice is stored once. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Absent in messages of older runners. */
  robotID: idSchema.optional(),
  routineID: z.string().nullable(),
  failure: failureSchema,
});
export type RobotFailure = z.infer<typeof robotFailureSchema>;
