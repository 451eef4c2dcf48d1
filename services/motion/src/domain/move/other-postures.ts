import { type ArmContext, tool0PoseFor } from '../arm-context.ts';
import { listGoals } from '../planner/goals.ts';
import { type FoundWay, findWayToAny } from './detour.ts';
import { type Chain, findClearLegs, planChain } from './plan-chain.ts';
import type { Leg } from './plan-group.ts';
import type { MoveFailure, MoveFailureKind, MovePlan, MoveRequest, MoveTarget } from './request.ts';
import { type ResolvedTarget, resolveTarget } from './resolve-targets.ts';

/** Failures that another posture may avoid. */
export const mendable: readonly MoveFailureKind[] = [
  'unreachable',
  'jointLimits',
  'goalInCollision',
  'pathInCollision',
  'singularity',
];
/** Tolerance of equal joint angles, rad. */
const sameAngle = 1e-6;

type Joints = readonly number[];

/** A joint move to a pose, and the following targets on the branch that it ends on. */
interface Stretch {
  /** Index of the joint move. */
  readonly head: number;
  /** Index after the last target that depends on it. */
  readonly end: number;
  readonly before: readonly Leg[];
  readonly from: Joints;
  readonly target: ResolvedTarget;
}

/** A posture of the first pose of a stretch, with the following legs. */
interface Candidate {
  readonly joints: Joints;
  readonly followers: readonly Leg[];
}

/**
 * Returns the plan of a chain, with another posture of a pose, or a whole turn, where the nearest posture makes the
 * move to it or a following move impossible. Postures are tried from the nearest on.
 */
export function tryOtherPostures(
  arm: ArmContext,
  request: MoveRequest,
  first: Chain,
  isCancelled: (() => boolean) | undefined,
): MovePlan {
  let chain = first;
  while (!chain.plan.ok) {
    const better = findBetterChain(arm, request, chain, chain.plan.failure, isCancelled);
    if (!better) break;
    chain = better;
  }
  return chain.plan;
}

/** Returns a chain that passes the stretch in which this one fails. */
function findBetterChain(
  arm: ArmContext,
  request: MoveRequest,
  chain: Chain,
  failure: MoveFailure,
  isCancelled: (() => boolean) | undefined,
): Chain | undefined {
  const stretch = findStretch(arm, request, chain, failure);
  if (!stretch) return undefined;
  const tried = chain.legs[stretch.head]?.joints;
  const candidates: Candidate[] = [];
  for (const joints of listPostures(arm, stretch)) {
    if (isCancelled?.()) return undefined;
    if (tried && isSamePosture(joints, tried)) continue;
    const followers = findClearLegs(arm, request, { first: stretch.head + 1, end: stretch.end }, joints);
    if (followers) candidates.push({ joints, followers });
  }
  return planFrom(arm, request, stretch, candidates, failure, isCancelled);
}

function findStretch(
  arm: ArmContext,
  request: MoveRequest,
  { legs }: Chain,
  { kind, targetIndex }: MoveFailure,
): Stretch | undefined {
  if (!mendable.includes(kind)) return undefined;
  const { targets } = request;
  const head = targets.slice(0, targetIndex + 1).findLastIndex(isJointMove);
  const target = targets[head];
  if (!target || 'joints' in target.target || legs.length < head) return undefined;
  // A move with permission for detours has tried every posture of its own pose already.
  if (head === targetIndex && legs.length === head) return undefined;
  const before = legs.slice(0, head);
  const from = before.at(-1)?.joints ?? request.startJoints;
  const resolution = resolveTarget(arm, request, head, from);
  if (!resolution.ok) return undefined;
  return { head, end: findEnd(targets, head), before, from, target: resolution.target };
}

function isJointMove({ motionKind }: MoveTarget): boolean {
  return motionKind === 'joint';
}

/** Returns the index after the last target that depends on the posture at a target: that of the next joint move. */
export function findEnd(targets: readonly MoveTarget[], head: number): number {
  const next = targets.findIndex((each, index) => index > head && isJointMove(each));
  return next < 0 ? targets.length : next;
}

function listPostures(arm: ArmContext, { target, from }: Stretch): number[][] {
  const space = { lower: arm.limits.lower, upper: arm.limits.upper };
  return listGoals(arm.inverse, tool0PoseFor(target.tcpPose, target.tcp), from, space).map((q) => [...q]);
}

/**
 * Plans through the first candidate with a straight way; a move with permission for detours makes one if there is none.
 */
function planFrom(
  arm: ArmContext,
  request: MoveRequest,
  stretch: Stretch,
  candidates: readonly Candidate[],
  failure: MoveFailure,
  isCancelled: (() => boolean) | undefined,
): Chain | undefined {
  const { head, end, before, from, target } = stretch;
  const search = { arm, request, from, target, isCancelled };
  const planThrough = (found: FoundWay, { joints, followers }: Candidate): Chain | undefined => {
    const { way, waypoints } = found;
    const detour = { targetIndex: head, waypoints, reason: failure.reason, isOtherPosture: true };
    const chain = planChain(arm, request, [...before, { ...target, joints, way, detour }, ...followers], isCancelled);
    return chain.plan.ok || chain.plan.failure.targetIndex >= end ? chain : undefined;
  };
  for (const candidate of candidates) {
    if (isCancelled?.()) return undefined;
    const found = findWayToAny(search, [candidate.joints], 'straight');
    const chain = found && planThrough(found, candidate);
    if (chain) return chain;
  }
  if (!request.mayAvoid || candidates.length === 0) return undefined;
  const found = findWayToAny(
    search,
    candidates.map(({ joints }) => joints),
    'round',
  );
  const reached = found?.waypoints.at(-1);
  const candidate = reached && candidates.find(({ joints }) => isSamePosture(joints, reached));
  return found && candidate ? planThrough(found, candidate) : undefined;
}

export function isSamePosture(one: Joints, other: Joints): boolean {
  return one.every((angle, joint) => Math.abs(angle - (other[joint] ?? 0)) <= sameAngle);
}
