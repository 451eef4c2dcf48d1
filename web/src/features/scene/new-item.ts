import { createId, type SpaceItem } from '@cellwright/domain';

/** Kinds that a person begins here; the others come with files, cameras and pallets. */
export const newKinds = [
  'singlePosition',
  'freeformPositionList',
  'gridPositionList',
  'plane',
  'safeHomePose',
  'localAccuracyCalibration',
] as const;
export type NewKind = (typeof newKinds)[number];

export function isNewKind(kind: string): kind is NewKind {
  return newKinds.some((known) => known === kind);
}

/** An item with the next free name of its kind. It is stored once it is whole. */
export function newItem(kind: NewKind, prefix: string, others: readonly { readonly name: string }[]): SpaceItem {
  const taken = new Set(others.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${prefix}${number}`)) number++;
  const common = { id: createId('space'), name: `${prefix}${number}`, positions: [], global: true };
  return kind === 'gridPositionList' ? { ...common, kind, numColumns: 3, numRows: 3 } : { ...common, kind };
}
