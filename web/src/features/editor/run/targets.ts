import type { JointAngles, Position } from '@cellwright/domain/robot';
import type { SpaceItem } from '@cellwright/domain/space';
import type { Pose } from '@cellwright/geometry';
import type { ArmPlace } from '../../../parts/arm-view/arm-view-props.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';

/** Maximum of names in one picture: more cannot be read. */
export const maxPlaces = 200;

/** Returns the places of space items by name; `chosen` are the positions that the selected steps lead to. */
export function placesOf(
  items: readonly SpaceItem[],
  chosen: ReadonlySet<Position>,
  poseOfJoints: (joints: JointAngles) => Pose,
): ArmPlace[] {
  const places = items.flatMap((item) =>
    item.positions.flatMap((position, index): ArmPlace[] => {
      const pose = position.pose ?? (position.jointAngles && poseOfJoints(position.jointAngles));
      if (!pose) return [];
      const isChosen = chosen.has(position);
      return [{ id: `${item.id}/${index}`, name: nameOfPlace(item, index, isChosen), pose, isChosen }];
    }),
  );
  // Chosen places are never cut off.
  return places.sort((one, other) => Number(other.isChosen) - Number(one.isChosen)).slice(0, maxPlaces);
}
