import { type SafetyRules, safetyRulesSchema } from '@cellwright/domain/robot';
import type { SafetyRules as WireRules } from '@cellwright/proto/controller';

export function rulesToWire({ version, inputSafeguardRules, outputSafeguardRules }: SafetyRules): WireRules {
  return { version, inputs: [...inputSafeguardRules], outputs: [...outputSafeguardRules] };
}

/** Returns undefined for unknown rules, and for two rules of one pair. */
export function rulesFromWire({ version, inputs, outputs }: WireRules): SafetyRules | undefined {
  return safetyRulesSchema.safeParse({ version, inputSafeguardRules: inputs, outputSafeguardRules: outputs }).data;
}

/** Decodes the rules of states and returns the same object until they change. */
export class RulesDecoder {
  private wire: WireRules | undefined;
  private rules: SafetyRules | null = null;

  decode(wire: WireRules | undefined): SafetyRules | null {
    if (isSame(wire, this.wire)) return this.rules;
    this.wire = wire;
    this.rules = (wire && rulesFromWire(wire)) ?? null;
    return this.rules;
  }
}

function isSame(one: WireRules | undefined, other: WireRules | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.version === other.version && isSameList(one.inputs, other.inputs) && isSameList(one.outputs, other.outputs)
  );
}

function isSameList(one: WireRules['inputs'], other: WireRules['inputs']): boolean {
  return (
    one.length === other.length &&
    one.every(({ pair, kind }, index) => pair === other[index]?.pair && kind === other[index]?.kind)
  );
}
