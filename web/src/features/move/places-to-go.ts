import { readyJoints } from '@cellwright/arm';
import { jointAnglesSchema, type Position, resolveSpaceItems, type SpaceItem } from '@cellwright/domain';

/** A position that the arm can be led to by its name. */
export interface PlaceToGo {
  readonly id: string;
  readonly name: string;
  readonly position: Position;
}

export const readyPose: Position = { jointAngles: jointAnglesSchema.parse(readyJoints) };

/** Every position of the items where it is now, what they are anchored to included; Home first. */
export function placesToGo(items: readonly SpaceItem[]): PlaceToGo[] {
  const places = resolveSpaceItems(items).flatMap((item) =>
    item.positions.flatMap((position, index) =>
      position.jointAngles || position.pose
        ? [{ id: `${item.id}/${index}`, name: nameOf(item, index), position, isHome: item.kind === 'safeHomePose' }]
        : [],
    ),
  );
  return places.sort((one, other) => Number(other.isHome) - Number(one.isHome) || compareNames(one.name, other.name));
}

/** Each of several has its number: a list of one name says nothing. */
function nameOf({ name, positions }: SpaceItem, index: number): string {
  return positions[index]?.name ?? (positions.length > 1 ? `${name} ${index + 1}` : name);
}

function compareNames(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
