import * as z from 'zod';

const run = z.number().int();

/** Messages of the process of a package, one JSON value on each line. */
export const fromHostSchema = z.discriminatedUnion('kind', [
  /** Sent when its interpreter is loaded. */
  z.object({ kind: z.literal('ready') }),
  /** Names of the step kinds that the module exports. */
  z.object({ kind: z.literal('loaded'), steps: z.array(z.string().max(100)).max(100) }),
  z.object({ kind: z.literal('refused'), message: z.string().max(2000) }),
  z.object({
    kind: z.literal('call'),
    run,
    id: z.number().int(),
    name: z.string().max(40),
    /** A JSON array. */
    args: z.string(),
  }),
  z.object({ kind: z.literal('ended'), run }),
  z.object({ kind: z.literal('failed'), run, message: z.string().max(2000) }),
  /** Sent when it has processed this many lines and waits for the next. */
  z.object({ kind: z.literal('waiting'), seen: z.number().int() }),
]);
export type FromHost = z.infer<typeof fromHostSchema>;

/** Messages to the process: the module first, then steps to play and answers to their calls. */
export const toHostSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), source: z.string() }),
  /** `args` is JSON text. */
  z.object({ kind: z.literal('run'), run, step: z.string(), args: z.string(), calls: z.array(z.string()) }),
  z.object({ kind: z.literal('answer'), run, id: z.number().int(), json: z.string() }),
  z.object({ kind: z.literal('refusal'), run, id: z.number().int(), message: z.string() }),
  /** Forgets a step that was stopped. */
  z.object({ kind: z.literal('drop'), run }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

export const hostLimits = {
  /** Maximum length of a module. */
  sourceCharacters: 2_000_000,
  /** Maximum number of steps of one package that play at once. */
  runs: 8,
} as const;
