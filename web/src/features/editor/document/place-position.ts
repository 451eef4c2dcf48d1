import type { Result } from '@cellwright/domain/basics';
import { type Position, positionSchema } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import { completeSpaceItem, type SpaceItem, spaceItemSchema, type TeachTarget } from '@cellwright/domain/space';
import { withChanged } from '../../../forms/field-props.ts';
import { translateIssue } from '../../../i18n/cell-words.ts';
import { kindOf, sourceOf } from '../../../kinds/target-fields.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';
import { positionOfPart } from '../../../parts/space-items/position-of-part.ts';
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

/** Returns an item with another position in a part, complete and valid; `spaceItems` have their current poses. */
export function placeInItem(
  spaceItems: readonly SpaceItem[],
  item: SpaceItem,
  target: TeachTarget,
  position: Position,
): Result<SpaceItem, string | undefined> {
  const others = spaceItems.filter(({ id }) => id !== item.id);
  const result = teachAmong(others, item, target, position);
  if (!result.ok) return result;
  const whole = spaceItemSchema.safeParse(result.value);
  if (!whole.success) return { ok: false, error: translateIssue(whole.error) };
  return { ok: true, value: completeSpaceItem(whole.data) };
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
  /** Part of an item that the user chose to move. */
  readonly moved?: MovedPart | undefined;
}

/** Part of a space item of the routine. */
export interface MovedPart {
  readonly itemID: string;
  readonly target: TeachTarget;
  /** Name of the part. */
  readonly name: string;
}

/**
 * Returns the position that can be moved, if it belongs to the routine: the part that the user chose, else the position
 * of the open space item, else the target of the selected step.
 */
export function findPlaceable(
  routine: Routine,
  spaceItems: readonly SpaceItem[],
  { focusID, itemID, moved }: Chosen,
): Placeable | undefined {
  if (moved) return inPart(routine, spaceItems, moved);
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
  return inPart(routine, spaceItems, {
    itemID,
    target: { part: 'position', index },
    name: nameOfPlace(item, index, true),
  });
}

function inPart(
  routine: Routine,
  spaceItems: readonly SpaceItem[],
  { itemID, target, name }: MovedPart,
): Placeable | undefined {
  const item = routine.space.find(({ id }) => id === itemID);
  if (!item) return undefined;
  const others = spaceItems.filter(({ id }) => id !== itemID);
  const position = positionOfPart(settleAmong(others, item), target);
  if (!position) return undefined;
  return {
    key: `item ${itemID} ${JSON.stringify(target)}`,
    name,
    position,
    place(now, next) {
      const present = now.space.find(({ id }) => id === itemID);
      if (!present) return now;
      const placed = placeInItem(spaceItems, present, target, next);
      if (!placed.ok) throw new Error(placed.error);
      return putSpaceItem(now, placed.value);
    },
  };
}
