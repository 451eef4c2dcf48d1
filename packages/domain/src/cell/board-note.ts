import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { oneLine, textSchema } from '../basics/text.ts';

/** A note about a board of the robot. Its author and its time are those of the document. */
export const boardNoteSchema = z.object({
  id: idSchema,
  boardId: z
    .string()
    .min(1)
    .max(128)
    .refine((id) => oneLine.test(id), 'The serial number of a board must not contain control characters')
    .describe('Serial number of the board'),
  content: textSchema(10_000).min(1, 'A note must not be empty'),
  visibility: z.string().max(50).default('public'),
  category: z.literal('board').default('board'),
});
export type BoardNote = z.infer<typeof boardNoteSchema>;
