import type { JointAngles, Position, SpaceItem, WirePose } from '@cellwright/domain';
import { jointAnglesSchema, poseSchema } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import type { ArmPlace } from '../../../ui/arm-view/arm-view-props.ts';
import { nameOfPlace } from '../../../ui/space-items/name-of-place.ts';

type Args = Readonly<Record<string, unknown>>;

/** More names than this in one picture are read by nobody. */
export const mostPlaces = 200;

/** Where a step's arguments lead, if they name a place: a position of a space item, or one of its own. */
export function targetOf(args: Args, items: readonly SpaceItem[]): Position | undefined {
  const item = items.find(({ id }) => id === args.positionListID);
  if (item) return item.positions[typeof args.positionListIndex === 'number' ? args.positionListIndex : 0];
  const own = Object(args.target);
  const jointAngles: JointAngles | undefined = jointAnglesSchema.safeParse(Reflect.get(own, 'jointAngles')).data;
  const pose: WirePose | undefined = poseSchema.safeParse(Reflect.get(own, 'pose')).data;
  if (!jointAngles && !pose) return undefined;
  return { ...(jointAngles ? { jointAngles } : {}), ...(pose ? { pose } : {}) };
}

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
