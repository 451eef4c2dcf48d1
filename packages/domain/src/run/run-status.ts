import * as z from 'zod';

export const runStatusSchema = z.enum(['running', 'paused', 'completed', 'stopped', 'failed', 'interrupted']);
export type RunStatus = z.infer<typeof runStatusSchema>;
