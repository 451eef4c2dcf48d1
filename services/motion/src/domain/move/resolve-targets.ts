import { identityPose, type Pose } from '@cellwright/geometry';
import { type ArmContext, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from '../arm-context.ts';
import type { MoveFailure, MoveRequest, MoveTarget } from './request.ts';

/** A target with the joint angles that serve it. */
export interface ResolvedTarget {
  readonly target: MoveTarget;
  readonly index: number;
  readonly joints: readonly number[];
  /** The TCP there, base frame, tool0's axes. */
  readonly tcpPose: Pose;
  /** The TCP that this target moves, in the flange frame. */
  readonly tcp: Pose;
}

export type Resolution =
  | { readonly ok: true; readonly targets: readonly ResolvedTarget[] }
  | { readonly ok: false; readonly failure: MoveFailure };

/** Finds joint angles for every target, each nearest to the one before it, and checks their ranges. */
export function resolveTargets(arm: ArmContext, request: MoveRequest): Resolution {
  const targets: ResolvedTarget[] = [];
  let seed = request.startJoints;
  for (const [index, target] of request.targets.entries()) {
    const tcp = target.usesFlange ? identityPose : request.tool.tcp;
    const found = resolveTarget(arm, target, tcp, seed);
    if ('failure' in found) return { ok: false, failure: { ...found.failure, targetIndex: index } };
    targets.push({ target, index, tcp, ...found });
    seed = found.joints;
  }
  return { ok: true, targets };
}

type Found = { joints: readonly number[]; tcpPose: Pose } | { failure: Omit<MoveFailure, 'targetIndex'> };

function resolveTarget(arm: ArmContext, { target }: MoveTarget, tcp: Pose, seed: readonly number[]): Found {
  if ('joints' in target) {
    const outside = describeLeftRange(arm, target.joints);
    if (outside) return { failure: { kind: 'jointLimits', reason: outside } };
    return { joints: target.joints, tcpPose: tcpPoseOf(arm, target.joints, tcp) };
  }
  const tcpPose = tcpPoseFromRest(target.pose);
  const solution = arm.inverse.solveNearest(tool0PoseFor(tcpPose, tcp), seed);
  if (solution.ok) return { joints: solution.joints, tcpPose };
  const kind =
    solution.kind === 'out_of_limits'
      ? 'jointLimits'
      : solution.kind === 'unreachable'
        ? 'unreachable'
        : 'invalidRequest';
  return { failure: { kind, reason: solution.message } };
}

/** Which joint leaves its range, in words; undefined when none does. */
export function describeLeftRange({ limits }: ArmContext, joints: readonly number[]): string | undefined {
  for (const [joint, angle] of joints.entries()) {
    const lower = limits.lower[joint] ?? 0;
    const upper = limits.upper[joint] ?? 0;
    if (angle >= lower && angle <= upper) continue;
    return `joint ${joint} would be at ${angle.toFixed(3)} rad, outside its range of ${lower.toFixed(3)} to ${upper.toFixed(3)} rad`;
  }
  return undefined;
}
