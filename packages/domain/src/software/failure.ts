import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

/** Bus event: an update was rolled back, and the previous build runs again. */
export const softwareFailureSchema = z.object({
  /** Globally unique: an event that is sent twice is stored once. */
  id: idSchema,
  at: z.iso.datetime(),
  /** For users: the build and the reason. */
  reason: z.string().min(1).max(2000),
});
export type SoftwareFailure = z.infer<typeof softwareFailureSchema>;
