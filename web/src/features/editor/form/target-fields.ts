import type { FieldDescription } from './describe-fields.ts';

/** The fields that say together where the arm goes: of a step, or of a group in one. */
export const targetNames = [
  'targetKind',
  'target',
  'positionListID',
  'positionListIndex',
  'expression',
  'palletConfig',
] as const;

type Named = Pick<FieldDescription, 'name'>;

export function hasTarget(fields: readonly Named[]): boolean {
  return ['targetKind', 'target', 'positionListID'].every((needed) => fields.some(({ name }) => name === needed));
}

export function isOfTarget(name: string): boolean {
  return targetNames.some((known) => known === name);
}

const kinds = ['positionList', 'singlePosition', 'relative', 'expression'] as const;
export type TargetKind = (typeof kinds)[number];

/** The kinds of target that a contract knows, in the order in which they are offered: with a name first. */
export function kindsOf(fields: readonly Pick<FieldDescription, 'name' | 'choices'>[]): TargetKind[] {
  const choices = fields.find(({ name }) => name === 'targetKind')?.choices ?? [];
  return kinds.filter((kind) => choices.includes(kind));
}

/** A new target is one with a name; the contract's default is for those that carry their position. */
export function kindOf({ targetKind, target }: Readonly<Record<string, unknown>>): TargetKind {
  const isNew = targetKind === undefined && target === undefined;
  return kinds.find((kind) => kind === targetKind) ?? (isNew ? 'positionList' : 'singlePosition');
}

/** Where the position comes from; for an offset, the position that it starts from. */
export function sourceOf(values: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(values);
  if (kind !== 'relative') return kind;
  const source: unknown = Reflect.get(Object(values.relativeConfig), 'targetKind');
  return typeof source === 'string' ? source : 'currentPosition';
}
