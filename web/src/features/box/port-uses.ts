import type { EquipmentRecord } from '@cellwright/domain/equipment';
import {
  type IOLevel,
  type IOPort,
  type IOPortRef,
  inputRestLevels,
  portsOfPair,
  type SafetySettings,
  type SafetySignal,
  safetySignals,
} from '@cellwright/domain/robot';
import { type WiredPort, wiredPortsOf } from '@cellwright/equipment/contracts';

type InputRule = SafetySettings['inputSafeguardRules'][number]['kind'];
type OutputRule = SafetySettings['outputSafeguardRules'][number]['kind'];

/** Use of a port: by a device, with its name and the role of the port, or by a rule of the safety settings. */
export type PortUse =
  | {
      readonly by: 'device';
      readonly name: string;
      readonly role: WiredPort['role'];
      readonly words?: WiredPort['words'];
      /** True if nothing else sets the port. */
      readonly isExclusive: boolean;
    }
  | { readonly by: 'safetyInput'; readonly rule: InputRule }
  | { readonly by: 'safetyOutput'; readonly rule: OutputRule };

function keyOf({ kind, port }: IOPortRef): string {
  return `${kind} ${port}`;
}

/** Returns a lookup of the uses of each port, by its kind and number. Disabled devices use none. */
export function createPortUses(devices: readonly EquipmentRecord[], safety: SafetySettings | undefined) {
  const uses = new Map<string, PortUse[]>();
  const add = (port: IOPortRef, use: PortUse) => uses.set(keyOf(port), [...(uses.get(keyOf(port)) ?? []), use]);
  for (const { config, isEnabled } of devices) {
    for (const { role, words, use, ...port } of isEnabled ? wiredPortsOf(config) : []) {
      add(port, { by: 'device', name: config.name, role, ...(words && { words }), isExclusive: use === 'driven' });
    }
  }
  for (const { pair, kind: rule } of safety?.inputSafeguardRules ?? []) {
    if (rule === 'none') continue;
    for (const port of portsOfPair(pair)) add({ kind: 'Input', port }, { by: 'safetyInput', rule });
  }
  for (const { pair, kind: rule } of safety?.outputSafeguardRules ?? []) {
    if (rule === 'none') continue;
    for (const port of portsOfPair(pair)) add({ kind: 'Output', port }, { by: 'safetyOutput', rule });
  }
  return { of: (port: IOPortRef): readonly PortUse[] => uses.get(keyOf(port)) ?? [] };
}

/**
 * Returns the names of a port's levels: those that users gave; else, for a port of a safety rule, the signals of the
 * rule.
 */
export function signalsOf(
  { highSignalName, lowSignalName }: Pick<IOPort, 'highSignalName' | 'lowSignalName'>,
  uses: readonly PortUse[],
  nameOf: (signal: SafetySignal) => string,
): Readonly<Record<IOLevel, string>> {
  const given = { high: highSignalName, low: lowSignalName };
  if (highSignalName !== 'High' || lowSignalName !== 'Low') return given;
  const rule = uses.flatMap((use) => (use.by === 'device' || use.rule === 'none' ? [] : [use.rule]))[0];
  if (rule === undefined) return given;
  const { high, low } = safetySignals[rule];
  return { high: nameOf(high), low: nameOf(low) };
}

/** Returns the level of an input that is not forced: a safety input is closed, one of a rule is inactive. */
export function restLevelOf({ kind }: Pick<IOPortRef, 'kind'>, uses: readonly PortUse[]): IOLevel {
  if (kind === 'Safety') return 'high';
  for (const use of uses) if (use.by === 'safetyInput' && use.rule !== 'none') return inputRestLevels[use.rule];
  return 'low';
}
