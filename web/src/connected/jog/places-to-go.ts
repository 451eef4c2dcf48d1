import { readyJoints } from '@cellwright/arm';
import { jointAnglesSchema, type Position } from '@cellwright/domain/robot';
import { resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import { withDistinctNames } from '../../ui/distinct-names.ts';

/** Position that the arm can be moved to by its name. */
export interface PlaceToGo {
  readonly id: string;
  /** Unique among all places; begins with the name of its list. */
  readonly name: string;
  readonly position: Position;
}

/** Place as a user chose it. */
export type ChosenPlace = Pick<PlaceToGo, 'id' | 'name'>;

/** Above this count, places are found by a search. */
export const maxPlacesShown = 100;

export const readyPose: Position = { jointAngles: jointAnglesSchema.parse(readyJoints) };

/** Returns every position of the items where it is now, moved with its anchor; Home first. */
export function placesToGo(items: readonly SpaceItem[]): PlaceToGo[] {
  const places = resolveSpaceItems(items).flatMap((item) =>
    item.positions.flatMap((position, index) =>
      position.jointAngles || position.pose
        ? [{ id: placeID(item, index), name: nameOf(item, index), position, isHome: item.kind === 'safeHomePose' }]
        : [],
    ),
  );
  places.sort((one, other) => Number(other.isHome) - Number(one.isHome) || compareNames(one.name, other.name));
  return withDistinctNames(places);
}

/**
 * Returns the current state of the chosen place. Undefined if it was deleted or renamed: its list may have changed, and
 * another position may be in its place.
 */
export function findChosen(places: readonly PlaceToGo[], chosen: ChosenPlace | undefined): PlaceToGo | undefined {
  return places.find(({ id, name }) => id === chosen?.id && name === chosen.name);
}

/** Returns the places whose names contain all words of a search, at most `maxPlacesShown`. */
export function searchPlaces(places: readonly PlaceToGo[], search: string): PlaceToGo[] {
  const words = search.toLowerCase().split(/\s+/);
  return places.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, maxPlacesShown);
}

/**
 * Positions of a list have no ids. The list length in the id prevents that one becomes another when the list changes.
 */
function placeID({ id, positions }: SpaceItem, index: number): string {
  return positions.length > 1 ? `${id}/${index}/${positions.length}` : `${id}/${index}`;
}

/** A position in a list is prefixed with its list's name: two lists may each have an 'Above'. */
function nameOf({ name, positions }: SpaceItem, index: number): string {
  const own = positions[index]?.name;
  if (own === undefined || own === name) return positions.length > 1 ? `${name} ${index + 1}` : name;
  return `${name}: ${own}`;
}

function compareNames(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
