import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema } from '../basics/text.ts';
import { storedValueSchema } from './expression.ts';

export const environmentVariableSchema = z.object({
  id: idSchema,
  name: nameSchema('variable'),
  initialValue: storedValueSchema,
  isGlobal: z.boolean().default(false),
});
export type EnvironmentVariable = z.infer<typeof environmentVariableSchema>;

/** A variable of the cell, shared by routines. */
export const globalVariableSchema = environmentVariableSchema.extend({ isGlobal: z.literal(true).default(true) });
export type GlobalVariable = z.infer<typeof globalVariableSchema>;
