import { variableValueSchema } from '@cellwright/domain';
import * as z from 'zod';

const evaluationSchema = z.union([
  z.object({ ok: z.literal(true), value: variableValueSchema }),
  z.object({ ok: z.literal(false), message: z.string().max(2000) }),
]);

/** What the process of Python says, one JSON value on a line. */
export const fromPythonSchema = z.union([
  z.literal('ready'),
  z.literal('begun'),
  z.object({ id: z.number().int(), answer: z.object({ evaluation: evaluationSchema, isSpent: z.boolean() }) }),
]);

const textOrNumber = z.union([z.string(), z.number(), z.boolean()]);

/** What it is told: an expression with the values that it names. */
export const toPythonSchema = z.object({
  id: z.number().int(),
  script: z.object({
    source: z.string(),
    values: z.object({
      variables: z.array(z.tuple([z.string(), textOrNumber])),
      steps: z.array(z.tuple([z.string(), z.string(), textOrNumber])),
      io: z.array(z.tuple([z.string(), z.string()])),
    }),
  }),
});
