import { frameOfSpaceItem, gridCorners, resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import type { ArmPlace } from '../arm-view/arm-view-props.ts';
import { nameOfPlace } from './name-of-place.ts';

/** Maximum of names in one picture: more cannot be read. */
const maxPlaces = 200;

/**
 * Returns the places that the picture shows of the items: positions, the corners of grids, the frames of planes and
 * objects.
 */
export function placesOf(items: readonly SpaceItem[], chosenID: string | undefined): ArmPlace[] {
  const places = resolveSpaceItems(items).flatMap((item) => placesOfItem(item, item.id === chosenID));
  // Chosen places are never cut off.
  return places.sort((one, other) => Number(other.isChosen) - Number(one.isChosen)).slice(0, maxPlaces);
}

function placesOfItem(item: SpaceItem, isChosen: boolean): ArmPlace[] {
  const place = (part: string, name: string, pose: ArmPlace['pose'] | undefined): ArmPlace[] =>
    pose ? [{ id: `${item.id}/${part}`, name, pose, isChosen }] : [];
  // A solid is visible by itself, and a label would cover its handles.
  if (item.kind === 'environmentObject' && (item.shape || item.fileURL)) return [];
  if (item.kind === 'plane' || item.kind === 'environmentObject') {
    const frame = frameOfSpaceItem(item);
    // The points of a chosen plane are shown, too: each can be moved.
    if (frame) return [...place('frame', item.name, frame), ...(isChosen ? pointsOf(item, place) : [])];
  }
  if (item.kind === 'gridPositionList' && item.positions.length === 0) {
    return gridCorners.flatMap((corner) => place(corner, `${item.name} ${corner.slice(-1)}`, item[corner]?.pose));
  }
  return item.positions.flatMap(({ pose }, index) => place(String(index), nameOfPlace(item, index, false), pose));
}

function pointsOf(
  { kind, name, positions }: SpaceItem,
  place: (part: string, name: string, pose: ArmPlace['pose'] | undefined) => ArmPlace[],
): ArmPlace[] {
  if (kind !== 'plane') return [];
  return positions.flatMap(({ pose }, index) => place(String(index), `${name} ${index + 1}`, pose));
}
