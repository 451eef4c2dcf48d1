import type { Vec3 } from '@cellwright/geometry';
import type { MoveTarget } from '../ports.ts';
import { Provided } from '../provided.ts';
import type { RoleContext } from '../roles.ts';

/** A shift of every target, metres along the axes of the base; the orientation does not change. */
export interface AddedOffset {
  readonly translation: Vec3;
}

/** Sum of the offsets that the steps around a move add to its targets. */
export const addedOffset = new Provided<AddedOffset>();

/** Parts of a context that the resolution of a target needs. */
export type TargetContext = Pick<RoleContext<unknown>, 'ports' | 'find'>;

export interface PlacedTarget {
  readonly target: MoveTarget;
  /**
   * True if the target is not where it was taught; the message about an unreachable target then mentions the offset.
   */
  readonly isOffset: boolean;
}

/** Returns a taught target with the offset of the steps around it. Joint angles become their pose. */
export function placeTarget(target: MoveTarget, tcpOption: string, context: TargetContext): PlacedTarget {
  const offset = context.find(addedOffset);
  if (offset === undefined) return { target, isOffset: false };
  const pose = 'pose' in target ? target.pose : context.ports.motion.poseOf(target.jointAngles, tcpOption);
  const [x, y, z] = offset.translation;
  return { target: { pose: { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z } }, isOffset: true };
}
