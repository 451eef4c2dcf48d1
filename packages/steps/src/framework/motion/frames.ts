import type { SpaceItem } from '@cellwright/domain';
import { identityPose, type Pose, planeFromPoints, positionOf } from '@cellwright/geometry';
import type { SpacePort } from '../ports.ts';

/** The frame of a plane that was taught with three positions; undefined for anything else. */
export function planeOf(item: SpaceItem): Pose | undefined {
  const [p1, p2, p3] = item.positions.map(({ pose }) => pose);
  if (item.kind !== 'plane' || p1 === undefined || p2 === undefined || p3 === undefined) return undefined;
  const plane = planeFromPoints(positionOf(p1), positionOf(p2), positionOf(p3));
  return plane.ok ? plane.pose : undefined;
}

/** The frame that a name means, in the base frame: base, world, or the id of a plane. Undefined for anything else. */
export function frameNamed(frame: string, space: SpacePort): Pose | undefined {
  if (frame === 'base' || frame === 'world') return identityPose;
  const item = space.find(frame);
  return item && planeOf(item);
}
