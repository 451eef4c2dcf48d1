import { tool0PoseFromRest } from '@cellwright/arm';
import type { JointAngles, Position, WirePose } from '@cellwright/domain/robot';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import { robotArm } from './robot-arm.ts';

/**
 * Returns the joint angles at a position, rad: as taught, or, of the postures that reach it, the one nearest to `near`.
 * Undefined out of reach.
 */
export function jointsAt(
  { jointAngles, pose }: Position,
  tcp: WirePose | undefined,
  near: readonly number[],
): JointAngles | undefined {
  if (jointAngles) return jointAngles;
  if (!pose) return undefined;
  const tip = composePoses(tool0PoseFromRest(pose), invertPose(tcp ?? identityPose));
  const solved = robotArm.tools.inverse.solveNearest(tip, near);
  return solved.ok ? jointAnglesSchema.safeParse([...solved.joints]).data : undefined;
}
