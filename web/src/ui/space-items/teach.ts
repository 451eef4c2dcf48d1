import {
  followAnchor,
  frameOfSpaceItem,
  type Position,
  resolveSpaceItems,
  type SpaceItem,
  type TeachResult,
  type TeachTarget,
  teachSpaceItem,
} from '@cellwright/domain';

/** Teaches an item where its anchor, one of the others, is now: the positions it has come along. */
export function teachAmong(
  others: readonly SpaceItem[],
  item: SpaceItem,
  target: TeachTarget,
  position: Position,
): TeachResult {
  const anchor = resolveSpaceItems(others).find(({ id }) => id === item.anchoredToID);
  return teachSpaceItem(followAnchor(item, anchor && frameOfSpaceItem(anchor)), target, position);
}
