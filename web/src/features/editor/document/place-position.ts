import { type Position, positionSchema } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import { completeSpaceItem, type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { withChanged } from '../../../forms/field-props.ts';
import { kindOf, sourceOf } from '../../../kinds/target-fields.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';
import { settleAmong, teachAmong } from '../../../parts/space-items/teach.ts';
import { argsOf, findEntry } from '../../../parts/step-index.ts';
import { putSpaceItem } from './edit-items.ts';
import { setArgs } from './edit-steps.ts';

/** Items whose positions are taught individually. Positions of other items are derived. */
export const taughtOneByOne: ReadonlySet<SpaceItem['kind']> = new Set([
  'singlePosition',
  'freeformPositionList',
  'safeHomePose',
  'plane',
  'localAccuracyCalibration',
]);

export type Placement =
  | { readonly ok: true; readonly item: SpaceItem }
  | { readonly ok: false; readonly message: string | undefined };

/** Returns an item with another position at an index, complete and valid; `spaceItems` have their current poses. */
export function placeInItem(
  spaceItems: readonly SpaceItem[],
  item: SpaceItem,
  index: number,
  position: Position,
): Placement {
  const others = spaceItems.filter(({ id }) => id !== item.id);
  const result = teachAmong(others, item, { part: 'position', index }, position);
  if (!result.ok) return { ok: false, message: result.message };
  const whole = spaceItemSchema.safeParse(result.item);
  if (!whole.success) return { ok: false, message: whole.error.issues[0]?.message };
  return { ok: true, item: completeSpaceItem(whole.data) };
}

/** A position of the routine that can be moved without the arm. */
export interface Placeable {
  /** Identity of the position. */
  readonly key: string;
  /** Undefined for the fixed target of a step. */
  readonly name: string | undefined;
  readonly position: Position;
  /** Returns the routine with another position. @throws Error if the item cannot have it. */
  place(routine: Routine, position: Position): Routine;
}

interface Chosen {
  /** Step that the form shows. */
  readonly focusID: string | undefined;
  /** Space item that is open beside the steps. */
  readonly itemID: string | undefined;
}

/**
 * Returns the position that the selection leads to, if it belongs to the routine: of the open space item, else of the
 * target of the selected step.
 */
export function findPlaceable(
  routine: Routine,
  spaceItems: readonly SpaceItem[],
  { focusID, itemID }: Chosen,
): Placeable | undefined {
  if (itemID !== undefined) return inItem(routine, spaceItems, itemID, 0);
  if (focusID === undefined || !findEntry(routine, focusID)) return undefined;
  const args = argsOf(routine, focusID);
  // The start of an offset is no target.
  if (args.targetKind === 'relative') return undefined;
  const { positionListID, positionListIndex: index = 0, target } = args;
  if (sourceOf(args) === 'positionList')
    return typeof positionListID === 'string' && typeof index === 'number'
      ? inItem(routine, spaceItems, positionListID, index)
      : undefined;
  const position = positionSchema.safeParse(target).data;
  if (sourceOf(args) !== 'singlePosition' || !position) return undefined;
  return {
    key: `step ${focusID}`,
    name: undefined,
    position,
    place(now, next) {
      const present = argsOf(now, focusID);
      return setArgs(now, focusID, withChanged(present, { targetKind: kindOf(present), target: next }));
    },
  };
}

function inItem(
  routine: Routine,
  spaceItems: readonly SpaceItem[],
  itemID: string,
  index: number,
): Placeable | undefined {
  const item = routine.space.find(({ id }) => id === itemID);
  if (!item || !taughtOneByOne.has(item.kind)) return undefined;
  const others = spaceItems.filter(({ id }) => id !== itemID);
  const position = settleAmong(others, item).positions[index];
  if (!position) return undefined;
  return {
    key: `item ${itemID} ${index}`,
    name: nameOfPlace(item, index, true),
    position,
    place(now, next) {
      const present = now.space.find(({ id }) => id === itemID);
      if (!present) return now;
      const placed = placeInItem(spaceItems, present, index, next);
      if (!placed.ok) throw new Error(placed.message);
      return putSpaceItem(now, placed.item);
    },
  };
}
