/** For tests: kinds that are reached in more than one way, each of which must do what the kind promises. */
import type { EquipmentKind } from '../contracts.ts';

export interface Reached {
  /** '' for a kind as it starts from its defaults. */
  readonly over: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const further: Readonly<Partial<Record<EquipmentKind, readonly Reached[]>>> = {
  SchunkEGx: [{ over: ' over HTTP', fields: { interface: 'http' } }],
};

/** Every way in which a kind is reached, its default first. */
export function waysTo(kind: EquipmentKind): readonly Reached[] {
  return [{ over: '', fields: {} }, ...(further[kind] ?? [])];
}
