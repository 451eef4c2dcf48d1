import * as z from 'zod';
import { type VariableValue, variableValueSchema } from './expression.ts';
import { idSchema } from './ids.ts';
import { nameSchema } from './text.ts';

export const environmentVariableSchema = z.object({
  id: idSchema,
  name: nameSchema('variable'),
  initialValue: variableValueSchema,
  isGlobal: z.boolean().default(false),
});
export type EnvironmentVariable = z.infer<typeof environmentVariableSchema>;

/** A variable of the cell, shared by routines. */
export const globalVariableSchema = environmentVariableSchema.extend({ isGlobal: z.literal(true).default(true) });
export type GlobalVariable = z.infer<typeof globalVariableSchema>;

/** Client programs send every value as text: it takes the type of the value that it stands in for, where it can. */
export function valueLike(before: VariableValue, value: VariableValue): VariableValue {
  if (typeof value !== 'string') return value;
  if (typeof before === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (typeof before === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
