import * as z from 'zod';
import { storedValueSchema } from './expression.ts';

export const completionKinds = ['variable', 'stepVariable', 'spaceItem', 'port', 'device'] as const;

/** What an editor may offer where somebody writes an expression. */
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

/** Everything that a routine's expressions may name, in the order in which lists show it. */
export const completionsSchema = z.object({
  isLoaded: z.boolean().describe('Whether the robot has the routine loaded, so that values are those of now'),
  items: z.array(completionSchema),
});
export type Completions = z.infer<typeof completionsSchema>;
