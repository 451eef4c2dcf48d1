import { z } from 'zod';
import { variableValueSchema } from './expression.ts';
import { idSchema } from './ids.ts';

export const environmentVariableSchema = z.object({
  id: idSchema,
  name: z.string().trim().min(1, 'A variable needs a name').max(200),
  initialValue: variableValueSchema,
  isGlobal: z.boolean().default(false),
});
export type EnvironmentVariable = z.infer<typeof environmentVariableSchema>;

/** A variable of the cell, shared by routines. */
export const globalVariableSchema = environmentVariableSchema.extend({ isGlobal: z.literal(true).default(true) });
export type GlobalVariable = z.infer<typeof globalVariableSchema>;
