import type { Result } from '@cellwright/domain/basics';
import type { Position } from '@cellwright/domain/robot';
import {
  followAnchor,
  frameOfSpaceItem,
  resolveSpaceItems,
  type SpaceItem,
  type TeachTarget,
  teachSpaceItem,
} from '@cellwright/domain/space';

/** Returns an item at the current pose of its anchor, one of the others: its positions move with it. */
export function settleAmong(others: readonly SpaceItem[], item: SpaceItem): SpaceItem {
  const anchor = resolveSpaceItems(others).find(({ id }) => id === item.anchoredToID);
  return followAnchor(item, anchor && frameOfSpaceItem(anchor));
}

/** Teaches an item at the current pose of its anchor, one of the others: its positions move with it. */
export function teachAmong(
  others: readonly SpaceItem[],
  item: SpaceItem,
  target: TeachTarget,
  position: Position,
): Result<SpaceItem, string> {
  return teachSpaceItem(settleAmong(others, item), target, position);
}
