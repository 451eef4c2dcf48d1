import * as z from 'zod';
import { idSchema } from './ids.ts';
import { robotKindSchema } from './robot.ts';

/** A program has taken a robot: its control mode became `api`. What is told of it on the bus. */
export const programControlSchema = z.object({
  /** Unique for ever: what is told twice is one. */
  id: z.string().min(1).max(128),
  at: z.iso.datetime(),
  robotKind: robotKindSchema,
  /** Left out by runners before this field. */
  robotID: idSchema.optional(),
  byID: z.string(),
  byName: z.string(),
});
export type ProgramControl = z.infer<typeof programControlSchema>;
