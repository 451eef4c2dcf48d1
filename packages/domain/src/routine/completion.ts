import * as z from 'zod';
import { storedValueSchema } from './expression.ts';

export const completionKinds = ['variable', 'stepVariable', 'spaceItem', 'port', 'device'] as const;

/** A completion that an editor may offer for an expression. */
export const completionSchema = z.object({
  kind: z.enum(completionKinds),
  id: z.string().describe('Id of the variable, step, space item or device; full name of a port'),
  name: z.string().describe('Display name; for a step variable that of the variable'),
  type: z.string().describe("Type of a value: 'text', 'number' or 'boolean'; kind of an item, port or device"),
  scope: z.enum(['routine', 'cell']).describe('Where it belongs'),
  owner: z.string().nullable().describe('Display name of the step of a variable; else null'),
  insert: z.string().nullable().describe('Script expression for its value; null if scripts cannot read it'),
  value: storedValueSchema.nullable().describe('Current value if the robot has the routine loaded; else null'),
});
export type Completion = z.infer<typeof completionSchema>;

/** All names for a routine's expressions, in the order of lists. */
export const completionsSchema = z.object({
  isLoaded: z.boolean().describe('True if the robot has the routine loaded and values are current'),
  items: z.array(completionSchema),
});
export type Completions = z.infer<typeof completionsSchema>;
