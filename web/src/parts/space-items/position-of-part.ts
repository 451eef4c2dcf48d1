import { palletCornerPose } from '@cellwright/domain/pallet';
import type { Position } from '@cellwright/domain/robot';
import type { SpaceItem, TeachTarget } from '@cellwright/domain/space';

/** Returns the taught position of a part of an item; undefined if it is not taught, or has no position of its own. */
export function positionOfPart(item: SpaceItem, target: TeachTarget): Position | undefined {
  switch (target.part) {
    case 'position':
      return target.index === undefined ? undefined : item.positions[target.index];
    case 'cornerA':
    case 'cornerB':
    case 'cornerC':
    case 'cornerD':
      return item.kind === 'gridPositionList' ? item[target.part] : undefined;
    case 'palletCorner':
      return item.kind === 'palletBase' ? { pose: palletCornerPose(item) } : undefined;
    default:
      return undefined;
  }
}
