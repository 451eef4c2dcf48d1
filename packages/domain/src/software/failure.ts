import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

/** Event on the bus: an update was not kept, and the former build runs again. */
export const softwareFailureSchema = z.object({
  /** Globally unique: an event that is sent twice is stored once. */
  id: idSchema,
  at: z.iso.datetime(),
  /** For people: which build, and why. */
  reason: z.string().min(1).max(2000),
});
export type SoftwareFailure = z.infer<typeof softwareFailureSchema>;
