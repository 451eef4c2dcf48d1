import type { JointAngles, Position, SpaceItem } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import type { ArmPlace } from '../../../parts/arm-view/arm-view-props.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';

/** More names than this in one picture are read by nobody. */
export const mostPlaces = 200;

/** The places of space items by name; `chosen` are the positions that the selected steps lead to. */
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
  // The chosen ones are never the ones that are left out.
  return places.sort((one, other) => Number(other.isChosen) - Number(one.isChosen)).slice(0, mostPlaces);
}
