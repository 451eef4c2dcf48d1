import { floorBelowBase, type Result } from '@cellwright/geometry';
import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import type { Position, WirePose } from '../robot/position.ts';
import { completeSpaceItem } from './space-frames.ts';
import type { SpaceItem, SpaceItemOf } from './space-item.ts';

/**
 * Part of an item that is taught: a position of its list (without `index` a new one), a corner of a grid, an object's
 * pose, the corner of a pallet, or the pick position of a box type.
 */
export const teachTargetSchema = z.discriminatedUnion('part', [
  z.object({ part: z.literal('position'), index: z.number().int().min(0).max(9999).optional() }),
  z.object({ part: z.enum(['cornerA', 'cornerB', 'cornerC', 'cornerD']) }),
  z.object({ part: z.literal('pose') }),
  z.object({ part: z.literal('palletCorner') }),
  z.object({ part: z.literal('pickup'), boxTypeID: idSchema }),
]);
export type TeachTarget = z.infer<typeof teachTargetSchema>;

/** Maximum number of taught positions by kind; other kinds take any number. */
const maxTaughtCounts: Partial<Record<SpaceItem['kind'], number>> = {
  singlePosition: 1,
  safeHomePose: 1,
  plane: 3,
  localAccuracyCalibration: 4,
};

/** Returns the item with the arm's position in it. A re-taught position keeps its name. */
export function teachSpaceItem(item: SpaceItem, target: TeachTarget, taught: Position): Result<SpaceItem, string> {
  switch (target.part) {
    case 'position':
      return teachPosition(item, target.index, taught);
    case 'pose':
      if (item.kind !== 'environmentObject' || taught.pose === undefined) return refuse(item, 'a pose');
      return { ok: true, value: { ...item, pose: taught.pose } };
    case 'palletCorner':
      if (item.kind !== 'palletBase' || taught.pose === undefined) return refuse(item, 'a corner to teach');
      return { ok: true, value: { ...item, ...cornerAt(item, taught.pose) } };
    case 'pickup':
      return teachPickup(item, target.boxTypeID, taught);
    default:
      if (item.kind !== 'gridPositionList') return refuse(item, 'corners');
      return { ok: true, value: completeSpaceItem({ ...item, [target.part]: { ...item[target.part], ...taught } }) };
  }
}

function teachPosition(item: SpaceItem, index: number | undefined, taught: Position): Result<SpaceItem, string> {
  const { positions } = item;
  if (item.kind === 'gridPositionList') return refuse(item, 'positions of its own: they follow from its corners');
  if (item.kind === 'environmentObject') return refuse(item, 'positions');
  const maxCount = maxTaughtCounts[item.kind];
  const place = index ?? (maxCount === 1 ? 0 : positions.length);
  if (place > positions.length) {
    return {
      ok: false,
      error: `'${item.name}' has ${positions.length} positions. Teach the next one or an existing one`,
    };
  }
  if (maxCount !== undefined && place >= maxCount) {
    return {
      ok: false,
      error: `'${item.name}' already has its ${maxCount} positions. Select the one to teach again`,
    };
  }
  const next = [...positions];
  const name = positions[place]?.name;
  next[place] = name === undefined ? taught : { ...taught, name };
  return { ok: true, value: { ...item, positions: next } };
}

/**
 * The tip of the tool is on the corner of the pallet's top: that gives the place of the pallet; its rotation does not
 * change.
 */
function cornerAt({ heightMM }: SpaceItemOf<'palletBase'>, { x, y, z }: WirePose) {
  const floorToPalletDistanceMM = Math.max(0, (z + floorBelowBase) * 1000 - heightMM);
  return { cornerXMM: x * 1000, cornerYMM: y * 1000, floorToPalletDistanceMM };
}

function teachPickup(item: SpaceItem, boxTypeID: string, taught: Position): Result<SpaceItem, string> {
  if (item.kind !== 'palletBoxes') return refuse(item, 'boxes to pick up');
  if (!item.boxTypes.some(({ id }) => id === boxTypeID)) {
    return { ok: false, error: `'${item.name}' does not have this box type. Choose one of its box types` };
  }
  const boxTypes = item.boxTypes.map((type) => (type.id === boxTypeID ? { ...type, pickupPosition: taught } : type));
  return { ok: true, value: { ...item, boxTypes } };
}

function refuse({ name, kind }: SpaceItem, what: string): Result<SpaceItem, string> {
  return { ok: false, error: `'${name}' is a ${kind}, which has no ${what}` };
}
