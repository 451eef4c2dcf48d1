import type { FormField } from '../forms/form-fields.ts';

/** Fields of a step, or of a group in it, that together say where the arm moves. */
export const targetNames = [
  'targetKind',
  'target',
  'positionListID',
  'positionListIndex',
  'expression',
  'palletConfig',
] as const;

type Named = Pick<FormField, 'name'>;

export function hasTarget(fields: readonly Named[]): boolean {
  return ['targetKind', 'target', 'positionListID'].every((needed) => fields.some(({ name }) => name === needed));
}

export function isOfTarget(name: string): boolean {
  return targetNames.some((known) => known === name);
}

const kinds = ['positionList', 'singlePosition', 'relative', 'expression'] as const;
export type TargetKind = (typeof kinds)[number];

/** Returns the kinds of target that a contract knows, in the order in which they are offered: named positions first. */
export function kindsOf(fields: readonly Pick<FormField, 'name' | 'choices'>[]): TargetKind[] {
  const choices = fields.find(({ name }) => name === 'targetKind')?.choices ?? [];
  return kinds.filter((kind) => choices.some(({ value }) => value === kind));
}

/** Returns the kind of a target. A new target is a named position, unlike the default of the contract. */
export function kindOf({ targetKind, target }: Readonly<Record<string, unknown>>): TargetKind {
  const isNew = targetKind === undefined && target === undefined;
  return kinds.find((kind) => kind === targetKind) ?? (isNew ? 'positionList' : 'singlePosition');
}

/** Returns the source of the position; for an offset, the source of the position it starts from. */
export function sourceOf(values: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(values);
  if (kind !== 'relative') return kind;
  const source: unknown = Reflect.get(Object(values.relativeConfig), 'targetKind');
  return typeof source === 'string' ? source : 'currentPosition';
}
