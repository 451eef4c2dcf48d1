import { createId } from '@cellwright/domain/basics';
import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { nextName } from '../../ui/next-name.ts';

/** Kinds that a user creates here; the others come with files. */
export const newKinds = [
  'singlePosition',
  'freeformPositionList',
  'gridPositionList',
  'plane',
  'visionPositionList',
  'safeHomePose',
  'localAccuracyCalibration',
  'palletBase',
  'palletBoxes',
] as const;
export type NewKind = (typeof newKinds)[number];

export function isNewKind(kind: string): kind is NewKind {
  return newKinds.some((known) => known === kind);
}

/**
 * Returns an item of the cell, or of a routine, with the next free name of its kind. It is stored once it is complete.
 */
export function newItem(
  kind: NewKind,
  prefix: string,
  others: readonly { readonly name: string }[],
  global: boolean,
): SpaceItem {
  const common = { id: createId('space'), name: nextName(prefix, others), positions: [], global };
  switch (kind) {
    case 'gridPositionList':
      return { ...common, kind, numColumns: 3, numRows: 3 };
    case 'palletBase':
    case 'palletBoxes':
      return spaceItemSchema.parse({ ...common, kind });
    default:
      return { ...common, kind };
  }
}
