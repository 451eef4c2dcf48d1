import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { largestInt32 } from '../basics/limits.ts';
import { nameSchema, textSchema } from '../basics/text.ts';

/** Name and note of one saved version of a routine. The version itself does not change. */
export const versionNameSchema = z.object({
  id: idSchema,
  routineID: idSchema,
  routineVersion: z.number().int().min(1).max(largestInt32).describe('The named version; each has at most one name'),
  name: nameSchema('version', 80),
  note: textSchema(2000).default('').describe('Why this version matters'),
  savedAt: z.iso.datetime().optional().describe('Time of the save that made the version; set by the cell'),
  savedByName: z.string().default('').describe('Author of that save; set by the cell'),
});
export type VersionName = z.infer<typeof versionNameSchema>;

/** Fields of a version name that its author sends. */
export const newVersionNameSchema = versionNameSchema
  .pick({ routineID: true, routineVersion: true, name: true, note: true })
  .strict();
