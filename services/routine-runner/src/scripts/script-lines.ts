import { ioLevelSchema } from '@cellwright/domain/robot';
import { storedValueSchema, variableValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';

const evaluationSchema = z.union([
  z.object({ ok: z.literal(true), value: variableValueSchema }),
  z.object({ ok: z.literal(false), message: z.string().max(2000) }),
]);

export const scriptLanguageSchema = z.enum(['JavaScript', 'Python']);

/** Messages from the process of expressions, one JSON value on each line. */
export const fromScriptProcessSchema = z.union([
  z.literal('ready'),
  z.literal('begun'),
  z.object({ id: z.number().int(), answer: z.object({ evaluation: evaluationSchema, isSpent: z.boolean() }) }),
]);
export type FromScriptProcess = z.infer<typeof fromScriptProcessSchema>;

/** Messages to it: an expression with the values that it names. */
export const toScriptProcessSchema = z.object({
  id: z.number().int(),
  script: z.object({
    language: scriptLanguageSchema,
    source: z.string(),
    values: z.object({
      variables: z.array(z.tuple([z.string(), storedValueSchema])),
      steps: z.array(z.tuple([z.string(), z.string(), storedValueSchema])),
      io: z.array(z.tuple([z.string(), ioLevelSchema])),
    }),
  }),
});
