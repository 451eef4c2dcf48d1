import { validateTrajectory } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import { mountTool } from '../move/contact.ts';
import { findContactAlong } from '../move/contact-along.ts';
import { keepFrom } from '../move/kept-axis.ts';
import type { MoveFailureKind, MovePlan, MoveRequest, MoveSegment } from '../move/request.ts';
import { explainLeftRange } from '../move/resolve-targets.ts';
import { describeStray, findLegs } from './check-places.ts';
import { describeExcess } from './check-speeds.ts';
import { sampleEvenly } from './samples.ts';

/** Maximum distance of the start of an external plan from the current position, rad. */
const startTolerance = 0.002;

/**
 * Checks an external plan like every plan: it serves every target in order by the requested motion, is continuous,
 * keeps its caps, stays in range, touches nothing.
 */
export function checkForeignPlan(arm: ArmContext, request: MoveRequest, plan: MovePlan): MovePlan {
  if (!plan.ok) return plan;
  mountTool(arm, request.tool);
  let at = request.startJoints;
  let next = 0;
  for (const segment of plan.segments) {
    const { trajectory, firstTarget, lastTarget } = segment;
    if (firstTarget !== next || lastTarget < firstTarget) return refuse('invalidRequest', outOfOrder, next);
    next = lastTarget + 1;
    const options = { jointCount: 6, startPositions: at, startTolerance, endsAtRest: true };
    const [problem] = validateTrajectory(trajectory, options);
    if (problem) {
      const reason = `the external planner's trajectory cannot be driven: ${problem.message}`;
      return refuse('invalidRequest', reason, firstTarget);
    }
    const samples = sampleEvenly(trajectory);
    const joints = samples.map(({ positions }) => positions);
    const outside = firstOf(joints, (angles) => explainLeftRange(arm, angles)?.reason);
    if (outside) return refuse('jointLimits', outside, lastTarget);
    const tilt = describeTilt(arm, request, segment, joints);
    if (tilt) return refuse('unreachable', tilt.reason, tilt.targetIndex);
    const contact = findContactAlong(arm, trajectory);
    if (contact) return refuse('pathInCollision', contact.reason, lastTarget);
    const legs = findLegs(arm, request, segment, samples);
    if (!Array.isArray(legs)) return refuse('invalidRequest', legs.reason, legs.targetIndex);
    for (const leg of legs) {
      const stray = describeStray(request, leg, samples);
      if (stray) return refuse('invalidRequest', stray, leg.targetIndex);
      const excess = describeExcess(arm, request, leg, samples);
      if (excess) return refuse('invalidRequest', `in the external planner's trajectory ${excess}`, leg.targetIndex);
    }
    at = trajectory.points.at(-1)?.positions ?? at;
  }
  return next === request.targets.length ? plan : refuse('invalidRequest', outOfOrder, next);
}

const outOfOrder = "the external planner's plan does not serve every target in order";

function refuse(kind: MoveFailureKind, reason: string, targetIndex: number): MovePlan {
  return { ok: false, failure: { kind, reason, targetIndex } };
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the first target of a segment that keeps an axis of the tool, but tilts it or may tilt it: such a move must
 * be a segment of its own.
 */
function describeTilt(
  arm: ArmContext,
  { targets }: MoveRequest,
  { firstTarget, lastTarget }: MoveSegment,
  samples: readonly (readonly number[])[],
): { reason: string; targetIndex: number } | undefined {
  const served = targets.slice(firstTarget, lastTarget + 1);
  const position = served.findIndex(({ keepToolAxis }) => keepToolAxis !== undefined);
  const kept = served[position]?.keepToolAxis;
  const [start] = samples;
  if (!kept || !start) return undefined;
  const targetIndex = firstTarget + position;
  if (served.length > 1) {
    const reason =
      "the external planner's trajectory does not stop before and after a move that keeps an axis of the tool";
    return { reason, targetIndex };
  }
  const keep = keepFrom(arm, start, kept);
  const isTilted = samples.some((joints) => keep.leanOf(joints) > kept.tolerance);
  return isTilted ? { reason: "the external planner's trajectory tilts the tool", targetIndex } : undefined;
}
