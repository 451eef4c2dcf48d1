import { tool0PoseFromRest } from '@cellwright/arm';
import type { JointAngles, Position, WirePose } from '@cellwright/domain/robot';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import { robotArm } from './robot-arm.ts';

/** Returns why no posture within the joint limits has the TCP at a pose; undefined if one has. */
export function explainUnreached(
  pose: WirePose,
  tcp: WirePose | undefined,
  near: readonly number[],
): 'unreachable' | 'out_of_limits' | undefined {
  const solved = robotArm.tools.inverse.solveNearest(tipAt(pose, tcp), near);
  if (solved.ok) return undefined;
  return solved.kind === 'out_of_limits' ? 'out_of_limits' : 'unreachable';
}

/** Returns the pose of tool0 that has the TCP at a pose. */
function tipAt(pose: WirePose, tcp: WirePose | undefined) {
  return composePoses(tool0PoseFromRest(pose), invertPose(tcp ?? identityPose));
}

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
  const solved = robotArm.tools.inverse.solveNearest(tipAt(pose, tcp), near);
  return solved.ok ? jointAnglesSchema.safeParse([...solved.joints]).data : undefined;
}
