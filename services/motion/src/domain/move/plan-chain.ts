import type { ArmContext } from '../arm-context.ts';
import { findContact } from './contact.ts';
import { findJointWay } from './detour.ts';
import { followTarget } from './follow-target.ts';
import { type Leg, planGroup } from './plan-group.ts';
import type { MoveFailure, MovePlan, MoveRequest, MoveSegment } from './request.ts';
import { resolveTarget } from './resolve-targets.ts';

/** The legs up to the first impossible one, and the plan through them. */
export interface Chain {
  readonly legs: readonly Leg[];
  readonly plan: MovePlan;
}

/** Plans a chain of moves after settled legs; each pose is reached in the posture nearest to the leg before. */
export function planChain(
  arm: ArmContext,
  request: MoveRequest,
  settled: readonly Leg[],
  isCancelled: (() => boolean) | undefined,
): Chain {
  const legs = [...settled];
  const refuse = (failure: MoveFailure): Chain => ({ legs, plan: { ok: false, failure } });
  for (let index = legs.length; index < request.targets.length; index += 1) {
    if (isCancelled?.()) return refuse(cancelledAt(index));
    const leg = findLeg(arm, request, index, legs.at(-1)?.joints ?? request.startJoints, isCancelled);
    if ('kind' in leg) return refuse(blameEnd(leg));
    legs.push(leg);
  }
  const segments: MoveSegment[] = [];
  for (const group of splitAtStops(legs)) {
    if (isCancelled?.()) return refuse(cancelledAt(group[0]?.index ?? 0));
    const segment = planGroup(arm, request, group);
    if ('kind' in segment) return refuse(segment);
    segments.push(segment);
  }
  return { legs, plan: { ok: true, segments, detours: legs.flatMap(({ detour }) => detour ?? []) } };
}

/** Returns the leg to a target from the end of the previous one; a target with a tool path stays on its branch. */
export function findLeg(
  arm: ArmContext,
  request: MoveRequest,
  index: number,
  from: readonly number[],
  isCancelled: (() => boolean) | undefined,
): Leg | MoveFailure {
  const resolution = resolveTarget(arm, request, index, from);
  if (!resolution.ok) return resolution.failure;
  const resolved = resolution.target;
  if (resolved.target.motionKind === 'joint') {
    const found = findJointWay(arm, request, from, resolved, isCancelled);
    if (!found.ok) return { ...found.failure, targetIndex: index };
    return { ...resolved, joints: found.joints, way: found.way, detour: found.detour };
  }
  const followed = followTarget(arm, from, resolved);
  if (!followed.ok) return { ...followed.failure, targetIndex: index };
  const joints = followed.joints.at(-1) ?? resolved.joints;
  return {
    ...resolved,
    joints,
    way: { isStraightInJoints: false, joints: followed.joints, seamDistances: followed.seamDistances },
  };
}

/** Returns the legs of some targets in a row from a posture; undefined if one of them is impossible or touches. */
export function findClearLegs(
  arm: ArmContext,
  request: MoveRequest,
  { first, end }: { readonly first: number; readonly end: number },
  posture: readonly number[],
): Leg[] | undefined {
  const legs: Leg[] = [];
  for (let index = first; index < end; index += 1) {
    const leg = findLeg(arm, request, index, legs.at(-1)?.joints ?? posture, undefined);
    if ('kind' in leg || findContact(arm, leg.way.joints)) return undefined;
    legs.push(leg);
  }
  return legs;
}

/** Returns the failure of a leg; one that would start in contact is the failure of the target before, which ends there. */
function blameEnd(failure: MoveFailure): MoveFailure {
  const { kind, targetIndex } = failure;
  if (kind !== 'startInCollision' || targetIndex === 0) return failure;
  return { ...failure, kind: 'goalInCollision', targetIndex: targetIndex - 1 };
}

/** Returns the failure of a cancelled plan, which no client waits for. */
function cancelledAt(targetIndex: number): MoveFailure {
  return { kind: 'budgetSpent', reason: 'it was cancelled', targetIndex };
}

/** Splits legs into trajectories: the arm stops at each corner without a blend. */
function splitAtStops(legs: readonly Leg[]): Leg[][] {
  const groups: Leg[][] = [];
  let group: Leg[] = [];
  for (const [position, leg] of legs.entries()) {
    group.push(leg);
    // A blended corner would tilt the tool, or cut off a part of a weave.
    const isKept = [leg, legs[position + 1]].some(
      (each) => each?.target.keepToolAxis !== undefined || each?.target.weave !== undefined,
    );
    if (isKept || leg.target.stopHere || !(leg.target.blendRadius > 0)) {
      groups.push(group);
      group = [];
    }
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
