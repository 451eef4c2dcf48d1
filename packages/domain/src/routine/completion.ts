import * as z from 'zod';
import { storedValueSchema } from './expression.ts';

export const completionKinds = ['variable', 'stepVariable', 'spaceItem', 'port', 'device'] as const;

/** A completion that an editor may offer for an expression. */
export const completionSchema = z.object({
  kind: z.enum(completionKinds),
  id: z.string().describe('Of the variable, the step, the space item or the device; the full name of a port'),
  name: z.string().describe('As people call it; of the variable for one of a step'),
  type: z.string().describe("Of a value: 'text', 'number' or 'boolean'; of an item, port or device: its kind"),
  scope: z.enum(['routine', 'cell']).describe('Where it belongs'),
  owner: z.string().nullable().describe('The step that a variable is of, as people call it; else null'),
  insert: z.string().nullable().describe('What a script writes for its value; null where scripts cannot read it'),
  value: storedValueSchema.nullable().describe('What it is now, where the robot has the routine loaded; else null'),
});
export type Completion = z.infer<typeof completionSchema>;

/** All names for a routine's expressions, in the order of lists. */
export const completionsSchema = z.object({
  isLoaded: z.boolean().describe('Whether the robot has the routine loaded, so that values are those of now'),
  items: z.array(completionSchema),
});
export type Completions = z.infer<typeof completionsSchema>;
