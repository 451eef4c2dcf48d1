import { readyJoints } from '@cellwright/arm';
import { jointAnglesSchema, type Position, resolveSpaceItems, type SpaceItem } from '@cellwright/domain';
import { withDistinctNames } from '../../ui/distinct-names.ts';

/** A position that the arm can be led to by its name. */
export interface PlaceToGo {
  readonly id: string;
  /** Differs from the names of all other places; begins with the name of its list. */
  readonly name: string;
  readonly position: Position;
}

/** A place as a person chose it. */
export type ChosenPlace = Pick<PlaceToGo, 'id' | 'name'>;

/** Above this count, places are found by their names. */
export const maxPlacesShown = 100;

export const readyPose: Position = { jointAngles: jointAnglesSchema.parse(readyJoints) };

/** Every position of the items where it is now, what they are anchored to included; Home first. */
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
 * Returns the chosen place as it is now. Undefined if it is gone or has another name: its list may have changed, and
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

/** Positions of a list have no ids. With its length in the id, one never becomes another when the list changes. */
function placeID({ id, positions }: SpaceItem, index: number): string {
  return positions.length > 1 ? `${id}/${index}/${positions.length}` : `${id}/${index}`;
}

/** A position of several is named after its list, too: two lists may each have an 'Above'. */
function nameOf({ name, positions }: SpaceItem, index: number): string {
  const own = positions[index]?.name;
  if (own === undefined || own === name) return positions.length > 1 ? `${name} ${index + 1}` : name;
  return `${name}: ${own}`;
}

function compareNames(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
