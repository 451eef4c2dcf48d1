import { handMotionToolSpeed } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { validateTrajectory } from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf } from '../arm-context.ts';
import { mountTool } from '../move/contact.ts';
import { limitsFor } from '../move/limits.ts';
import type { MovePlan } from '../move/request.ts';
import { explainLeftRange } from '../move/resolve-targets.ts';
import { type RecoveryRequest, recoverySlowness } from '../recovery.ts';
import { toolOfScene } from '../scene/tool-of-scene.ts';
import { describeExcessOf } from './check-speeds.ts';
import { sampleEvenly } from './samples.ts';

/** Maximum loss of clearance between samples, metres: rounding. */
const slack = 1e-4;
const startTolerance = 0.002;

/** Checks an external recovery from contact like ours: slow, and with less contact at every step. */
export function checkForeignRecovery(
  arm: ArmContext,
  request: RecoveryRequest,
  plan: MovePlan,
  scene: PlanningScene | undefined,
): MovePlan {
  if (!plan.ok) return plan;
  const refuse = (reason: string): MovePlan => ({
    ok: false,
    failure: {
      kind: 'startInCollision',
      reason: `the external planner's way out of contact ${reason}`,
      targetIndex: 0,
    },
  });
  mountTool(arm, request.tool ?? toolOfScene(scene));
  const limits = limitsFor(arm, request.limits, []);
  const slow = {
    ...limits,
    joints: { ...limits.joints, velocity: limits.joints.velocity.map((value) => (value * recoverySlowness) / 100) },
    maxTooltipSpeed: Math.min(limits.maxTooltipSpeed, handMotionToolSpeed),
  };
  let at = request.startJoints;
  let clearance = arm.checker.measureClearance(at);
  for (const { trajectory } of plan.segments) {
    const [problem] = validateTrajectory(trajectory, {
      jointCount: 6,
      startPositions: at,
      startTolerance,
      endsAtRest: true,
    });
    if (problem) return refuse(`cannot be driven: ${problem.message}`);
    const samples = sampleEvenly(trajectory);
    const places = samples.map(({ positions }) => tcpPoseOf(arm, positions, identityPose));
    const excess = describeExcessOf(arm, slow, identityPose, samples, places);
    if (excess) return refuse(`is too fast: ${excess}`);
    for (const { positions } of samples) {
      const outside = explainLeftRange(arm, positions);
      // An arm that stands beyond a limit may be led back.
      if (outside && !explainLeftRange(arm, request.startJoints)) return refuse(`leaves the range: ${outside.reason}`);
      const next = arm.checker.measureClearance(positions);
      if (next < Math.min(clearance, 0) - slack) return refuse('leads further into contact');
      clearance = Math.max(clearance, Math.min(next, 0));
    }
    at = trajectory.points.at(-1)?.positions ?? at;
  }
  return arm.checker.measureClearance(at) > 0 ? plan : refuse('does not lead out of it');
}
