import type { PlanCause } from '@cellwright/domain/motion';
import type { Pose } from '@cellwright/geometry';
import { type ArmContext, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from '../arm-context.ts';
import { explain, roundTo } from './explain.ts';
import type { MoveFailure, MoveFailureKind, MoveRequest, MoveTarget, Reason } from './request.ts';
import { tcpOfTarget } from './target-tcp.ts';

/** Maximum distance of a typed angle that means the limit, rad: people type a turn as 6.2832, programs compute 2π. */
const typedPrecision = 1e-4;
/** Measurement noise of a joint that rests at its limit, rad; the controller has the same tolerance. */
const measuredPrecision = 1e-6;

/** A target with its joint angles. */
export interface ResolvedTarget {
  readonly target: MoveTarget;
  readonly index: number;
  readonly joints: readonly number[];
  /** TCP at the target, base frame, tool0's axes. */
  readonly tcpPose: Pose;
  /** TCP that this target moves, in the flange frame. */
  readonly tcp: Pose;
}

export type Resolution =
  | { readonly ok: true; readonly target: ResolvedTarget }
  | { readonly ok: false; readonly failure: MoveFailure };

/** Returns the first target that is impossible from any start, before any search. */
export function findImpossibleTarget(arm: ArmContext, request: MoveRequest): MoveFailure | undefined {
  for (const index of request.targets.keys()) {
    const resolution = resolveTarget(arm, request, index, request.startJoints);
    if (!resolution.ok) return resolution.failure;
  }
  return undefined;
}

/** Returns joint angles for a target, nearest to the previous ones, within their ranges. */
export function resolveTarget(
  arm: ArmContext,
  request: MoveRequest,
  index: number,
  from: readonly number[],
): Resolution {
  const target = request.targets[index];
  if (!target) return refuse('invalidRequest', { reason: 'there is no target' }, index);
  const tcp = tcpOfTarget(target, request.tool.tcp);
  if ('joints' in target.target) {
    const outside = explainLeftRange(arm, target.target.joints, typedPrecision);
    if (outside) return refuse('jointLimits', outside, index);
    const joints = clampToRange(arm, target.target.joints);
    return { ok: true, target: { target, index, tcp, joints, tcpPose: tcpPoseOf(arm, joints, tcp) } };
  }
  const tcpPose = tcpPoseFromRest(target.target.pose);
  // A rotation keeps its position: only the orientation of the pose counts.
  if (target.motionKind === 'rotation') return { ok: true, target: { target, index, tcp, joints: from, tcpPose } };
  const solution = arm.inverse.solveNearest(tool0PoseFor(tcpPose, tcp), from);
  if (solution.ok) return { ok: true, target: { target, index, tcp, joints: solution.joints, tcpPose } };
  const { kind, message } = solution;
  const key = causeKeys[kind];
  return refuse(failureKinds[kind], key === undefined ? { reason: message } : explain(message, key), index);
}

const failureKinds = {
  out_of_limits: 'jointLimits',
  unreachable: 'unreachable',
  invalid_target: 'invalidRequest',
  invalid_seed: 'invalidRequest',
} as const satisfies Record<string, MoveFailureKind>;

const causeKeys: Partial<Record<keyof typeof failureKinds, PlanCause['key']>> = {
  out_of_limits: 'beyondLimits',
  unreachable: 'outOfReach',
};

function refuse(kind: MoveFailureKind, reason: Reason, targetIndex: number): Resolution {
  return { ok: false, failure: { kind, ...reason, targetIndex } };
}

/** Returns which joint leaves its range by more than a tolerance (rad); undefined when none does. */
export function explainLeftRange(
  { limits }: ArmContext,
  joints: readonly number[],
  tolerance = measuredPrecision,
): Required<Reason> | undefined {
  for (const [joint, angle] of joints.entries()) {
    const lower = limits.lower[joint] ?? 0;
    const upper = limits.upper[joint] ?? 0;
    if (angle >= lower - tolerance && angle <= upper + tolerance) continue;
    // Enough digits to show on which side of the limit it is.
    const excess = Math.max(lower - angle, angle - upper);
    const digits = Math.min(9, Math.max(3, Math.ceil(-Math.log10(excess)) + 1));
    const [at, from, to] = [angle, lower, upper].map((value) => value.toFixed(digits));
    const values = { joint, at: roundTo(angle, digits), from: roundTo(lower, digits), to: roundTo(upper, digits) };
    const reason = `joint ${joint} would be at ${at} rad, outside its range of ${from} to ${to} rad`;
    return explain(reason, 'jointOutsideRange', values);
  }
  return undefined;
}

/** Returns the angles, clamped to the limits. */
function clampToRange({ limits: { lower, upper } }: ArmContext, joints: readonly number[]): readonly number[] {
  return joints.map((angle, joint) => Math.min(Math.max(angle, lower[joint] ?? angle), upper[joint] ?? angle));
}
