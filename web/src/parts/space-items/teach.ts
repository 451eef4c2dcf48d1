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

/** An item where its anchor, one of the others, is now: what it has came along. */
export function settleAmong(others: readonly SpaceItem[], item: SpaceItem): SpaceItem {
  const anchor = resolveSpaceItems(others).find(({ id }) => id === item.anchoredToID);
  return followAnchor(item, anchor && frameOfSpaceItem(anchor));
}

/** Teaches an item where its anchor, one of the others, is now: the positions it has come along. */
export function teachAmong(
  others: readonly SpaceItem[],
  item: SpaceItem,
  target: TeachTarget,
  position: Position,
): TeachResult {
  return teachSpaceItem(settleAmong(others, item), target, position);
}
