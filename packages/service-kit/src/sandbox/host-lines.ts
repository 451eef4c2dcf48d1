import * as z from 'zod';

const run = z.number().int();

/**
 * Part of the module of a package that runs: a step, or a device kind's connection to its device or its simulated
 * device.
 */
const moduleEntrySchema = z.object({ kind: z.enum(['step', 'drive', 'simulate']), name: z.string().max(100) });
export type ModuleEntry = z.infer<typeof moduleEntrySchema>;

/** Messages of the process of a package, one JSON value on each line. */
export const fromHostSchema = z.discriminatedUnion('kind', [
  /** Sent when its interpreter is loaded. */
  z.object({ kind: z.literal('ready') }),
  /** Names of the kinds that the module exports: 'steps.BlinkLamp'. */
  z.object({ kind: z.literal('loaded'), exported: z.array(z.string().max(100)).max(200) }),
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

/** Messages to the process: the module first, then parts to run and answers to their calls. */
export const toHostSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), source: z.string() }),
  /** `args` is JSON text. */
  z.object({ kind: z.literal('run'), run, entry: moduleEntrySchema, args: z.string(), calls: z.array(z.string()) }),
  z.object({ kind: z.literal('answer'), run, id: z.number().int(), json: z.string() }),
  z.object({ kind: z.literal('refusal'), run, id: z.number().int(), message: z.string() }),
  /** Forgets a part that was stopped. */
  z.object({ kind: z.literal('drop'), run }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

export const hostLimits = {
  /** Maximum length of a module. */
  sourceCharacters: 2_000_000,
  /** Maximum number of parts of one package that run at once, each in an interpreter of at least 16 MB. */
  runs: 12,
} as const;
