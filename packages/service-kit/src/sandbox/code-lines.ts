import { storedValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';

/** Messages of the process of a code block, one JSON value on each line. */
export const fromCodeSchema = z.discriminatedUnion('kind', [
  /** Sent when its interpreter is loaded. */
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('call'),
    id: z.number().int(),
    name: z.string().max(40),
    /** A JSON array. */
    args: z.string(),
  }),
  /** Sent when it has processed this many lines and waits for the next. */
  z.object({ kind: z.literal('waiting'), seen: z.number().int() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('failed'), message: z.string().max(2000) }),
]);
export type FromCode = z.infer<typeof fromCodeSchema>;

const answerSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), value: storedValueSchema.nullable() }),
  z.object({ id: z.number().int(), ok: z.literal(false), message: z.string() }),
]);

/** Messages to the process: its source first, then answers to its calls. */
export const toCodeSchema = z.union([z.object({ source: z.string() }), answerSchema]);
export type ToCode = z.infer<typeof toCodeSchema>;
