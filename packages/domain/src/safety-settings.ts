import { z } from 'zod';
import { idSchema } from './ids.ts';
import { ioPortName } from './io.ts';

/** Safety inputs and outputs come in pairs of digital ports: 1-2 to 15-16. */
export const safetyPairCount = 8;

const pairSchema = z
  .number()
  .int()
  .min(1)
  .max(safetyPairCount)
  .describe('Pair of digital ports: 1 is ports 1 and 2, 8 is ports 15 and 16');

/** What a pair of inputs does, and what a pair of outputs says. */
export const inputSafeguardKinds = ['none', 'slow', 'estop', 'pauselow', 'pausehigh', 'reset'] as const;
export const outputSafeguardKinds = ['none', 'isestop', 'isslow', 'isfullspeed', 'ismoving', 'isstill'] as const;
export type InputSafeguardKind = (typeof inputSafeguardKinds)[number];
export type OutputSafeguardKind = (typeof outputSafeguardKinds)[number];

export const inputSafeguardRuleSchema = z.object({
  pair: pairSchema,
  kind: z
    .enum(inputSafeguardKinds)
    .describe('What the pair does: slow down, emergency stop, pause while low or high, reset'),
});
export const outputSafeguardRuleSchema = z.object({
  pair: pairSchema,
  kind: z
    .enum(outputSafeguardKinds)
    .describe('What the pair says: emergency stopped, slow, at full speed, moving, still'),
});

/** What the safety inputs and outputs of a robot mean. */
export const safetySettingsSchema = z.object({
  id: idSchema,
  robotID: z.string().max(128).default('').describe("Empty: the cell's robot"),
  inputSafeguardRules: z
    .array(inputSafeguardRuleSchema)
    .max(safetyPairCount)
    .refine(isEachPairOnce, 'A pair has one rule')
    .default([]),
  outputSafeguardRules: z
    .array(outputSafeguardRuleSchema)
    .max(safetyPairCount)
    .refine(isEachPairOnce, 'A pair has one rule')
    .default([]),
});
export type SafetySettings = z.infer<typeof safetySettingsSchema>;

/** The digital outputs that a safety rule speaks through, by full name: neither people nor routines set them. */
export function safetyOutputsOf({ outputSafeguardRules }: Pick<SafetySettings, 'outputSafeguardRules'>): string[] {
  return outputSafeguardRules
    .filter(({ kind }) => kind !== 'none')
    .flatMap(({ pair }) => [pair * 2 - 1, pair * 2])
    .map((port) => ioPortName({ kind: 'Output', port }));
}

function isEachPairOnce(rules: readonly { readonly pair: number }[]): boolean {
  return new Set(rules.map(({ pair }) => pair)).size === rules.length;
}
