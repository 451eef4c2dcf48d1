import {
  codeBlockSchema,
  globalVariableSchema,
  routineFileFormat,
  routineFileFormatVersion,
  routineSchema,
} from '@cellwright/domain/routine';
import { spaceItemSchema } from '@cellwright/domain/space';
import * as z from 'zod';

/** A routine as a file, as in examples/routines. */
export const routineFileSchema = z
  .object({
    format: z.literal(routineFileFormat),
    formatVersion: z.literal(routineFileFormatVersion),
    routine: routineSchema,
    globals: z
      .object({
        variables: z.array(globalVariableSchema),
        spaceItems: z.array(spaceItemSchema),
        codeBlocks: z.array(codeBlockSchema),
      })
      .partial()
      .optional(),
    requires: z.object({ equipment: z.array(z.looseObject({})) }).optional(),
  })
  .describe('A routine file');
