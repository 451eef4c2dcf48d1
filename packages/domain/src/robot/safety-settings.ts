import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { type IOLevel, ioPortName, safetyInputNames } from './io.ts';

/** Number of pairs of digital ports for safety inputs and outputs: 1-2 to 15-16. */
export const safetyPairCount = 8;

const pairSchema = z
  .number()
  .int()
  .min(1)
  .max(safetyPairCount)
  .describe('Pair of digital ports: 1 is ports 1 and 2, 8 is ports 15 and 16');

/** Function of a pair of inputs, and signal of a pair of outputs. */
export const inputSafeguardKinds = ['none', 'slow', 'estop', 'pauselow', 'pausehigh', 'reset'] as const;
export const outputSafeguardKinds = ['none', 'isestop', 'isslow', 'isfullspeed', 'ismoving', 'isstill'] as const;
export type InputSafeguardKind = (typeof inputSafeguardKinds)[number];
export type OutputSafeguardKind = (typeof outputSafeguardKinds)[number];

/**
 * Level at which an input of a rule is inactive. Safety circuits are then closed, so that a broken wire activates the
 * rule.
 */
export const inputRestLevels: Readonly<Record<Exclude<InputSafeguardKind, 'none'>, IOLevel>> = {
  slow: 'high',
  estop: 'high',
  pauselow: 'high',
  pausehigh: 'low',
  reset: 'low',
};

/** Names of the levels of a pair by its rule, for pins that users have not named. */
export const safetySignals = {
  slow: { high: 'Full Speed', low: 'Slow Speed' },
  estop: { high: 'Run', low: 'Stop' },
  pauselow: { high: 'Run', low: 'Pause' },
  pausehigh: { high: 'Pause', low: 'Run' },
  reset: { high: 'Reset', low: 'None' },
  isestop: { high: 'Estopped', low: 'Not Estopped' },
  isslow: { high: 'Slow Speed', low: 'Not Slow Speed' },
  isfullspeed: { high: 'Full Speed', low: 'Slow Speed' },
  ismoving: { high: 'Moving', low: 'Still' },
  isstill: { high: 'Still', low: 'Moving' },
} as const satisfies Readonly<
  Record<Exclude<InputSafeguardKind | OutputSafeguardKind, 'none'>, Readonly<Record<IOLevel, string>>>
>;
export type SafetySignal = (typeof safetySignals)[keyof typeof safetySignals][IOLevel];

export const inputSafeguardRuleSchema = z.object({
  pair: pairSchema,
  kind: z
    .enum(inputSafeguardKinds)
    .describe('Function of the pair: slow down, emergency stop, pause while low or high, reset'),
});
export const outputSafeguardRuleSchema = z.object({
  pair: pairSchema,
  kind: z
    .enum(outputSafeguardKinds)
    .describe('Signal of the pair: emergency stopped, slow, at full speed, moving, still'),
});

const inputRulesSchema = z
  .array(inputSafeguardRuleSchema)
  .max(safetyPairCount)
  .refine(isEachPairOnce, 'A pair can have only one rule');
const outputRulesSchema = z
  .array(outputSafeguardRuleSchema)
  .max(safetyPairCount)
  .refine(isEachPairOnce, 'A pair can have only one rule');

/** Functions of the safety inputs and outputs of a robot. */
export const safetySettingsSchema = z.object({
  id: idSchema,
  robotID: z
    .string()
    .max(128)
    .default('')
    .describe("Id of the cell's robot; empty until the cell has started for the first time"),
  inputSafeguardRules: inputRulesSchema.default([]),
  outputSafeguardRules: outputRulesSchema.default([]),
});
export type SafetySettings = z.infer<typeof safetySettingsSchema>;

/** Rules of one version of the safety settings, as a robot controller stores them. */
export const safetyRulesSchema = z.object({
  version: z.number().int().min(0).describe('Version of the stored settings'),
  inputSafeguardRules: inputRulesSchema,
  outputSafeguardRules: outputRulesSchema,
});
export type SafetyRules = z.infer<typeof safetyRulesSchema>;

/** The safety rules of a robot as its session sees them. */
export const safetyRulesStateSchema = z
  .object({
    status: z
      .enum(['inForce', 'pending', 'unknown'])
      .describe(
        "'inForce': the controller uses the stored settings. 'pending': the stored settings differ and are applied when the brakes are engaged. 'unknown': the stored settings or the controller are unavailable",
      ),
    storedVersion: z.number().int().nullable().describe('Version of the stored settings; null while unknown'),
    inForce: safetyRulesSchema
      .nullable()
      .describe('Rules that the controller uses; null if it has received none since its start'),
  })
  .describe('Safety functions of pairs of digital ports. The brakes can be released only in the status `inForce`');
export type SafetyRulesState = z.infer<typeof safetyRulesStateSchema>;

/** Returns the ports of a pair: pair 1 is ports 1 and 2. */
export function portsOfPair(pair: number): readonly [number, number] {
  return [2 * pair - 1, 2 * pair];
}

/** Wired safety inputs in pairs: both of a pair belong to one button or one gate. */
export const wiredSafetyPairs: readonly (readonly [string, string])[] = safetyInputNames.flatMap((name, index) => {
  const other = safetyInputNames[index + 1];
  return index % 2 === 0 && other !== undefined ? [[name, other] as const] : [];
});

type Rules = Pick<SafetyRules, 'inputSafeguardRules' | 'outputSafeguardRules'>;

/** True if two sets of rules are equivalent, regardless of their order and of rules without a function. */
export function isSameRules(one: Rules, other: Rules): boolean {
  return describeRules(one) === describeRules(other);
}

function describeRules({ inputSafeguardRules, outputSafeguardRules }: Rules): string {
  const list = (rules: readonly { readonly pair: number; readonly kind: string }[]) =>
    rules
      .filter(({ kind }) => kind !== 'none')
      .map(({ pair, kind }) => `${pair} ${kind}`)
      .sort();
  return JSON.stringify([list(inputSafeguardRules), list(outputSafeguardRules)]);
}

/** Returns the digital inputs that a safety rule uses, by full name. */
export function safetyInputsOf({ inputSafeguardRules }: Pick<SafetySettings, 'inputSafeguardRules'>): string[] {
  return inputSafeguardRules
    .filter(({ kind }) => kind !== 'none')
    .flatMap(({ pair }) => portsOfPair(pair))
    .map((port) => ioPortName({ kind: 'Input', port }));
}

/** Returns the digital outputs that a safety rule uses, by full name: neither users nor routines set them. */
export function safetyOutputsOf({ outputSafeguardRules }: Pick<SafetySettings, 'outputSafeguardRules'>): string[] {
  return outputSafeguardRules
    .filter(({ kind }) => kind !== 'none')
    .flatMap(({ pair }) => portsOfPair(pair))
    .map((port) => ioPortName({ kind: 'Output', port }));
}

function isEachPairOnce(rules: readonly { readonly pair: number }[]): boolean {
  return new Set(rules.map(({ pair }) => pair)).size === rules.length;
}
