import type { Vec3 } from '@cellwright/geometry';
import type { MoveTarget } from '../ports.ts';
import { Provided } from '../provided.ts';
import type { RoleContext } from '../roles.ts';

/** A shift of every target, metres along the axes of the base; the orientation stays. */
export interface AddedOffset {
  readonly translation: Vec3;
}

/** What the steps around a move add to its targets, all of them together. */
export const addedOffset = new Provided<AddedOffset>();

/** Where a move works out its targets. */
export type TargetContext = Pick<RoleContext<unknown>, 'ports' | 'find'>;

export interface PlacedTarget {
  readonly target: MoveTarget;
  /** It is not where it was taught: when it cannot be reached, the message says so. */
  readonly isOffset: boolean;
}

/** A taught target where it is meant to be: shifted by what the steps around add. Joint angles become their pose. */
export function placeTarget(target: MoveTarget, tcpOption: string, context: TargetContext): PlacedTarget {
  const offset = context.find(addedOffset);
  if (offset === undefined) return { target, isOffset: false };
  const pose = 'pose' in target ? target.pose : context.ports.motion.poseOf(target.jointAngles, tcpOption);
  const [x, y, z] = offset.translation;
  return { target: { pose: { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z } }, isOffset: true };
}
