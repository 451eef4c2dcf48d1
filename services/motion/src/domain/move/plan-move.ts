import type { ArmContext } from '../arm-context.ts';
import { findContact, mountTool } from './contact.ts';
import { findJointWay } from './detour.ts';
import { followTarget } from './follow-target.ts';
import { type Leg, planGroup } from './plan-group.ts';
import type { Detour, MoveFailure, MovePlan, MoveRequest, MoveSegment } from './request.ts';
import { describeLeftRange, findImpossibleTarget, resolveTarget } from './resolve-targets.ts';

/**
 * Plans a chain of moves from standstill to standstill: joint moves straight in joint space, lines straight at the TCP,
 * corners rounded where a blend radius is given. Every trajectory keeps all limits, and touches neither the arm itself
 * nor its stand or the floor; the first thing that cannot be done is refused, with its place.
 */
export function planMove(arm: ArmContext, request: MoveRequest, isCancelled?: () => boolean): MovePlan {
  const refuse = (failure: MoveFailure): MovePlan => ({ ok: false, failure });
  const outside = describeLeftRange(arm, request.startJoints);
  if (outside)
    return refuse({ kind: 'jointLimits', reason: `the arm stands outside its range: ${outside}`, targetIndex: 0 });
  const impossible = findImpossibleTarget(arm, request);
  if (impossible) return refuse(impossible);
  mountTool(arm, request.tool);
  const start = findContact(arm, [request.startJoints]);
  if (start) return refuse({ kind: 'startInCollision', reason: start.reason, targetIndex: 0 });

  const ways = findWays(arm, request, isCancelled);
  if ('kind' in ways) return refuse(ways);
  const { legs, detours } = ways;
  const segments: MoveSegment[] = [];
  for (const group of splitAtStops(legs)) {
    if (isCancelled?.()) return refuse(cancelledAt(group[0]?.index ?? 0));
    const segment = planGroup(arm, request, group);
    if ('kind' in segment) return refuse(segment);
    segments.push(segment);
  }
  return { ok: true, segments, detours };
}

function findWays(
  arm: ArmContext,
  request: MoveRequest,
  isCancelled: (() => boolean) | undefined,
): { legs: Leg[]; detours: Detour[] } | MoveFailure {
  const legs: Leg[] = [];
  const detours: Detour[] = [];
  let from = request.startJoints;
  for (const [index, target] of request.targets.entries()) {
    if (isCancelled?.()) return cancelledAt(index);
    const resolution = resolveTarget(arm, request, index, from);
    if (!resolution.ok) return resolution.failure;
    const resolved = resolution.target;
    if (target.motionKind === 'joint') {
      const found = findJointWay(arm, request, from, resolved, isCancelled);
      if (!found.ok) return { ...found.failure, targetIndex: index };
      if (found.detour) detours.push(found.detour);
      legs.push({ ...resolved, joints: found.joints, way: found.way });
      from = found.joints;
      continue;
    }
    const followed = followTarget(arm, from, resolved);
    if (!followed.ok) return { kind: followed.kind, reason: followed.reason, targetIndex: index };
    // It stays on its branch; where it ends is where the next leg begins.
    const joints = followed.joints.at(-1) ?? resolved.joints;
    legs.push({ ...resolved, joints, way: { isStraightInJoints: false, joints: followed.joints } });
    from = joints;
  }
  return { legs, detours };
}

/** Nobody waits for this answer: it ends the work. */
function cancelledAt(targetIndex: number): MoveFailure {
  return { kind: 'budgetSpent', reason: 'it was cancelled', targetIndex };
}

/** A corner without a blend is a standstill: what lies between two standstills is one trajectory. */
function splitAtStops(legs: readonly Leg[]): Leg[][] {
  const groups: Leg[][] = [];
  let group: Leg[] = [];
  for (const [position, leg] of legs.entries()) {
    group.push(leg);
    // A rounded corner would tilt the tool.
    const isKept = [leg, legs[position + 1]].some((each) => each?.target.keepToolAxis !== undefined);
    if (isKept || leg.target.stopHere || !(leg.target.blendRadius > 0)) {
      groups.push(group);
      group = [];
    }
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
