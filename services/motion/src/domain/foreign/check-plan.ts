import { createSample, TrajectorySampler, trajectoryDuration, validateTrajectory } from '@cellwright/trajectory';
import type { ArmContext } from './arm-context.ts';
import { mountTool } from './move/contact.ts';
import { findContactAlong } from './move/contact-along.ts';
import { keepFrom } from './move/kept-axis.ts';
import type { MovePlan, MoveRequest, MoveSegment } from './move/request.ts';
import { describeLeftRange } from './move/resolve-targets.ts';

const sampleStep = 0.016;
/** A plan of somebody else may begin this far from where the arm is, rad. */
const startTolerance = 0.002;

/** A plan that somebody else made is held to what every plan is held to: it joins up, stays in range, touches nothing. */
export function checkForeignPlan(arm: ArmContext, request: MoveRequest, plan: MovePlan): MovePlan {
  if (!plan.ok) return plan;
  mountTool(arm, request.tool);
  let at = request.startJoints;
  for (const segment of plan.segments) {
    const { trajectory, firstTarget, lastTarget } = segment;
    const options = { jointCount: 6, startPositions: at, startTolerance, endsAtRest: true };
    const [problem] = validateTrajectory(trajectory, options);
    if (problem) {
      const reason = `the external planner's trajectory cannot be driven: ${problem.message}`;
      return { ok: false, failure: { kind: 'invalidRequest', reason, targetIndex: firstTarget } };
    }
    const sampler = new TrajectorySampler(trajectory);
    const duration = trajectoryDuration(trajectory);
    const out = createSample(6);
    const samples = Array.from({ length: Math.ceil(duration / sampleStep) + 1 }, (_, sample) => {
      sampler.sample(Math.min(sample * sampleStep, duration), out);
      return [...out.positions];
    });
    for (const joints of samples) {
      const outside = describeLeftRange(arm, joints);
      if (outside) return { ok: false, failure: { kind: 'jointLimits', reason: outside, targetIndex: lastTarget } };
    }
    const tilt = describeTilt(arm, request, segment, samples);
    if (tilt) return { ok: false, failure: { kind: 'unreachable', ...tilt } };
    const contact = findContactAlong(arm, trajectory);
    if (contact) {
      return { ok: false, failure: { kind: 'pathInCollision', reason: contact.reason, targetIndex: lastTarget } };
    }
    at = trajectory.points.at(-1)?.positions ?? at;
  }
  return plan;
}

/** The first target of a segment on whose way an axis leaves where it is to be kept, or may: such a move stands alone. */
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
