import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { textSchema } from '../basics/text.ts';

/** Maximum comments of one routine, replies included. */
export const maxComments = 1000;

/** A text with only spaces and invisible characters is empty. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A user's comment on a step of a routine, or a reply to one. It changes neither the routine nor its runs. */
export const stepCommentSchema = z.object({
  id: idSchema,
  routineID: idSchema,
  stepID: idSchema.describe('The step keeps its comments wherever it is moved'),
  threadID: idSchema.optional().describe('The comment that this one replies to; absent for the first of a thread'),
  text: textSchema(4000).trim().min(1, 'Write a comment').regex(visible, 'Write a comment'),
  authorID: z.string().default('').describe('Set by the cell'),
  authorName: z.string().default('').describe('Set by the cell'),
  isResolved: z.boolean().default(false).describe('For the first comment of a thread: true if nothing is left to do'),
  resolvedByName: z.string().optional().describe('Set by the cell'),
  resolvedAt: z.iso.datetime().optional().describe('Set by the cell'),
});
export type StepComment = z.infer<typeof stepCommentSchema>;

/** Fields of a comment that its author sends. */
export const newStepCommentSchema = stepCommentSchema
  .pick({ routineID: true, stepID: true, threadID: true, text: true })
  .strict();
