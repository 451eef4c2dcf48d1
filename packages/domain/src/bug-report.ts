import { z } from 'zod';
import { idSchema } from './ids.ts';

/** What somebody found wrong. Programs send what they know of it, under names of their own. */
export const bugReportSchema = z.object({
  id: idSchema,
  report: z.record(z.string().max(200), z.unknown()).describe('As it was sent'),
});
export type BugReport = z.infer<typeof bugReportSchema>;
