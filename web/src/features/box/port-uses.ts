import { type EquipmentRecord, type IOPortRef, ioPortRefSchema, type SafetySettings } from '@cellwright/domain';

type InputRule = SafetySettings['inputSafeguardRules'][number]['kind'];
type OutputRule = SafetySettings['outputSafeguardRules'][number]['kind'];

/** What uses a port: a device by its name, or a rule of the safety settings. */
export type PortUse =
  | { readonly by: 'device'; readonly name: string }
  | { readonly by: 'safetyInput'; readonly rule: InputRule }
  | { readonly by: 'safetyOutput'; readonly rule: OutputRule };

function keyOf({ kind, port }: IOPortRef): string {
  return `${kind} ${port}`;
}

/** Uses of each port, looked up by its kind and number. */
export function createPortUses(devices: readonly EquipmentRecord[], safety: SafetySettings | undefined) {
  const uses = new Map<string, PortUse[]>();
  const add = (port: IOPortRef, use: PortUse) => uses.set(keyOf(port), [...(uses.get(keyOf(port)) ?? []), use]);
  for (const { config } of devices) {
    const ports = new Map(findPorts(config).map((port) => [keyOf(port), port]));
    for (const port of ports.values()) add(port, { by: 'device', name: config.name });
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

/** Pair 1 is ports 1 and 2. */
export function portsOfPair(pair: number): readonly [number, number] {
  return [2 * pair - 1, 2 * pair];
}

/** Every `{ kind, port }` within a configuration. */
function findPorts(value: unknown): IOPortRef[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = ioPortRefSchema.safeParse(value);
  const within = Object.values(value).flatMap(findPorts);
  return here.success ? [here.data, ...within] : within;
}
