import { identityPose, type Pose } from '@cellwright/geometry';
import type { MoveTarget } from './request.ts';

/**
 * Returns the point that a target moves, in the flange frame: the flange itself, the target's own point, or the TCP of
 * the tool.
 */
export function tcpOfTarget({ usesFlange, tcp }: Pick<MoveTarget, 'usesFlange' | 'tcp'>, toolTcp: Pose): Pose {
  return usesFlange ? identityPose : (tcp ?? toolTcp);
}
