import { createId } from '@cellwright/domain/basics';
import type { Position, WirePose } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import {
  canTransform,
  completeSpaceItem,
  gridCorners,
  type SpaceItem,
  type SpaceTransform,
  transformPose,
  transformSpaceItem,
} from '@cellwright/domain/space';
import type { Postures } from '../../../parts/positions/PositionNumbers.tsx';
import { settleAmong } from '../../../parts/space-items/teach.ts';
import { putSpaceItem } from '../document/edit-items.ts';

/** A transform with the frame of its axes, given in the base frame. */
export interface PlannedTransform {
  readonly transform: SpaceTransform;
  readonly frame: WirePose;
}

/** One position before and after a transform. */
export interface PreviewRow {
  readonly key: string;
  readonly name: string;
  readonly before: WirePose;
  readonly after: WirePose;
  readonly isReachable: boolean;
}

/** Returns an item where its anchor is now, its positions with poses: some are taught as joint angles only. */
function settle(item: SpaceItem, others: readonly SpaceItem[], postures: Postures): SpaceItem {
  const settled = settleAmong(
    others.filter(({ id }) => id !== item.id),
    item,
  );
  const withPose = (position: Position): Position =>
    position.pose || !position.jointAngles
      ? position
      : { ...position, pose: postures.poseOf(position.jointAngles, position) };
  return { ...settled, positions: settled.positions.map(withPose) };
}

/** Returns the positions of items before and after a transform. A plane is no target of the arm. */
export function previewTransform(
  items: readonly SpaceItem[],
  others: readonly SpaceItem[],
  { transform, frame }: PlannedTransform,
  postures: Postures,
): PreviewRow[] {
  return items.flatMap((item) => {
    const settled = completeSpaceItem(settle(item, others, postures));
    return settled.positions.flatMap((position, index) => {
      if (!position.pose) return [];
      const after = transformPose(position.pose, transform, frame);
      const joints = postures.jointsOf(after, position.jointAngles, position);
      const name = settled.positions.length === 1 ? item.name : `${item.name} ${position.name ?? index + 1}`;
      const isReachable = item.kind === 'plane' || joints !== undefined;
      return [{ key: `${item.id} ${index}`, name, before: position.pose, after, isReachable }];
    });
  });
}

interface Change extends PlannedTransform {
  readonly itemIDs: ReadonlySet<string>;
  /** Returns the name of a changed copy; absent to change the items themselves. */
  readonly nameCopy: ((name: string) => string) | undefined;
}

/**
 * Returns the routine with some of its items changed. The arm keeps the posture that is nearest to the one that was
 * taught.
 */
export function transformItems(
  routine: Routine,
  others: readonly SpaceItem[],
  { itemIDs, transform, frame, nameCopy }: Change,
  postures: Postures,
): Routine {
  return routine.space
    .filter((item) => itemIDs.has(item.id) && canTransform(item))
    .reduce((next, item) => {
      const settled = settle(item, others, postures);
      const changed = withPostures(transformSpaceItem(settled, transform, frame), settled, postures);
      const copy = nameCopy && { id: createId('space'), name: nameCopy(item.name) };
      return putSpaceItem(next, { ...changed, ...copy });
    }, routine);
}

function withPostures(changed: SpaceItem, before: SpaceItem, postures: Postures): SpaceItem {
  const solve = (position: Position, old: Position | undefined): Position => {
    const joints = position.pose && old?.jointAngles && postures.jointsOf(position.pose, old.jointAngles, position);
    return joints ? { ...position, jointAngles: joints } : position;
  };
  if (changed.kind === 'gridPositionList' && before.kind === 'gridPositionList') {
    const corners = gridCorners.flatMap((corner) => {
      const position = changed[corner];
      return position ? [[corner, solve(position, before[corner])] as const] : [];
    });
    return { ...changed, ...Object.fromEntries(corners) };
  }
  return { ...changed, positions: changed.positions.map((each, index) => solve(each, before.positions[index])) };
}
