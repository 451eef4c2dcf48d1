import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { robotKindSchema } from './robot.ts';

/** Event on the bus: a program has taken a robot, so that its control mode became `api`. */
export const programControlSchema = z.object({
  /** Globally unique: an event that is sent twice is stored once. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Absent in messages of older runners. */
  robotID: idSchema.optional(),
  byID: z.string(),
  byName: z.string(),
});
export type ProgramControl = z.infer<typeof programControlSchema>;
