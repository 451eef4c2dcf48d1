import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema, textSchema } from '../basics/text.ts';

/** Maximum length of a code block's source, characters: all blocks of a routine are sent to the runner with it. */
export const longestCodeBlock = 50_000;

/** JavaScript that a routine runs as a step. */
export const codeBlockSchema = z.object({
  id: idSchema,
  name: nameSchema('code block'),
  description: textSchema(1000).default(''),
  source: textSchema(longestCodeBlock)
    .default('')
    .describe('JavaScript module body: may use await; its only access to the cell is `cell`'),
});
export type CodeBlock = z.infer<typeof codeBlockSchema>;
