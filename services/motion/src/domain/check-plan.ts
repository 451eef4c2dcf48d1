import { createSample, TrajectorySampler, trajectoryDuration, validateTrajectory } from '@cellwright/trajectory';
import type { ArmContext } from './arm-context.ts';
import { mountTool } from './move/contact.ts';
import { findContactAlong } from './move/contact-along.ts';
import type { MovePlan, MoveRequest } from './move/request.ts';
import { describeLeftRange } from './move/resolve-targets.ts';

const sampleStep = 0.016;
/** A plan of somebody else may begin this far from where the arm is, rad. */
const startTolerance = 0.002;

/** A plan that somebody else made is held to what every plan is held to: it joins up, stays in range, touches nothing. */
export function checkForeignPlan(arm: ArmContext, request: MoveRequest, plan: MovePlan): MovePlan {
  if (!plan.ok) return plan;
  mountTool(arm, request.tool);
  let at = request.startJoints;
  for (const { trajectory, firstTarget, lastTarget } of plan.segments) {
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
    const contact = findContactAlong(arm, trajectory);
    if (contact) {
      return { ok: false, failure: { kind: 'pathInCollision', reason: contact.reason, targetIndex: lastTarget } };
    }
    at = trajectory.points.at(-1)?.positions ?? at;
  }
  return plan;
}
