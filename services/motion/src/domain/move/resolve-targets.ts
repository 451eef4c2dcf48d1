import type { Pose } from '@cellwright/geometry';
import { type ArmContext, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from '../arm-context.ts';
import type { MoveFailure, MoveFailureKind, MoveRequest, MoveTarget } from './request.ts';
import { tcpOfTarget } from './target-tcp.ts';

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
  | { readonly ok: true; readonly target: ResolvedTarget }
  | { readonly ok: false; readonly failure: MoveFailure };

/** The first target that can be served from nowhere, found before any way is sought. */
export function findImpossibleTarget(arm: ArmContext, request: MoveRequest): MoveFailure | undefined {
  for (const index of request.targets.keys()) {
    const resolution = resolveTarget(arm, request, index, request.startJoints);
    if (!resolution.ok) return resolution.failure;
  }
  return undefined;
}

/** Joint angles for a target, nearest to those that it is gone to from, within their ranges. */
export function resolveTarget(
  arm: ArmContext,
  request: MoveRequest,
  index: number,
  from: readonly number[],
): Resolution {
  const target = request.targets[index];
  if (!target) return refuse('invalidRequest', 'there is no target', index);
  const tcp = tcpOfTarget(target, request.tool.tcp);
  if ('joints' in target.target) {
    const { joints } = target.target;
    const outside = describeLeftRange(arm, joints);
    if (outside) return refuse('jointLimits', outside, index);
    return { ok: true, target: { target, index, tcp, joints, tcpPose: tcpPoseOf(arm, joints, tcp) } };
  }
  const tcpPose = tcpPoseFromRest(target.target.pose);
  // A rotation stays where it is: only the orientation counts, wherever the pose is.
  if (target.motionKind === 'rotation') return { ok: true, target: { target, index, tcp, joints: from, tcpPose } };
  const solution = arm.inverse.solveNearest(tool0PoseFor(tcpPose, tcp), from);
  if (solution.ok) return { ok: true, target: { target, index, tcp, joints: solution.joints, tcpPose } };
  return refuse(failureKinds[solution.kind], solution.message, index);
}

const failureKinds = {
  out_of_limits: 'jointLimits',
  unreachable: 'unreachable',
  invalid_target: 'invalidRequest',
  invalid_seed: 'invalidRequest',
} as const satisfies Record<string, MoveFailureKind>;

function refuse(kind: MoveFailureKind, reason: string, targetIndex: number): Resolution {
  return { ok: false, failure: { kind, reason, targetIndex } };
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
