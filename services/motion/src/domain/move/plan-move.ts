import type { ArmContext } from '../arm-context.ts';
import { findContact, mountTool } from './contact.ts';
import { explain } from './explain.ts';
import { tryOtherPostures } from './other-postures.ts';
import { adviseOtherStart } from './other-start.ts';
import { planChain } from './plan-chain.ts';
import type { MoveFailure, MovePlan, MoveRequest } from './request.ts';
import { explainLeftRange, findImpossibleTarget } from './resolve-targets.ts';

/**
 * Plans a chain of moves from standstill to standstill: joint moves straight in joint space, lines straight at the TCP,
 * corners blended if they have a radius. Every trajectory keeps all limits, and touches neither the arm itself nor its
 * stand or the floor. A pose is reached in the nearest posture, or else in one that makes the following targets
 * possible; the first impossible part is refused, with its place.
 */
export function planMove(arm: ArmContext, request: MoveRequest, isCancelled?: () => boolean): MovePlan {
  const refuse = (failure: MoveFailure): MovePlan => ({ ok: false, failure });
  const outside = explainLeftRange(arm, request.startJoints);
  if (outside) {
    const { reason, causes } = explain(`the arm is outside its range: ${outside.reason}`, 'armOutsideRange');
    return refuse({ kind: 'jointLimits', reason, causes: [...causes, ...outside.causes], targetIndex: 0 });
  }
  const impossible = findImpossibleTarget(arm, request);
  if (impossible) return refuse(impossible);
  mountTool(arm, request.tool);
  const start = findContact(arm, [request.startJoints]);
  if (start) {
    const { reason, causes } = start;
    return refuse({ kind: 'startInCollision', reason, causes, targetIndex: 0 });
  }
  const plan = tryOtherPostures(arm, request, planChain(arm, request, [], isCancelled), isCancelled);
  return plan.ok ? plan : refuse(adviseOtherStart(arm, request, plan.failure, isCancelled));
}
