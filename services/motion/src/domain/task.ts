import { applyScene } from '@cellwright/collision';
import type { PlanningScene } from '@cellwright/domain/space';
import type { ArmContext } from './arm-context.ts';
import { checkForeignPlan } from './foreign/check-plan.ts';
import { checkForeignRecovery } from './foreign/check-recovery.ts';
import { planMove } from './move/plan-move.ts';
import type { MovePlan, MoveRequest } from './move/request.ts';
import { planRecoveryMove, type RecoveryRequest } from './recovery.ts';
import { describeUnusable } from './scene/scene-report.ts';

/** A job for planning. */
export type PlanningJob =
  | { readonly kind: 'move'; readonly request: MoveRequest }
  | { readonly kind: 'recovery'; readonly request: RecoveryRequest }
  /** A plan of an external planner, to be checked like every other plan. */
  | { readonly kind: 'check'; readonly request: MoveRequest; readonly plan: MovePlan }
  | { readonly kind: 'checkRecovery'; readonly request: RecoveryRequest; readonly plan: MovePlan };

/** A job and its scene. */
export type PlanningTask = PlanningJob & { readonly scene: PlanningScene | undefined };

/** Plans a task in its scene. */
export function runTask(arm: ArmContext, task: PlanningTask, isCancelled?: () => boolean): MovePlan {
  const reason = describeUnusable(applyScene(arm.checker.world, task.scene));
  if (reason !== undefined) return { ok: false, failure: { kind: 'invalidRequest', reason, targetIndex: 0 } };
  switch (task.kind) {
    case 'move':
      return planMove(arm, task.request, isCancelled);
    case 'recovery':
      return planRecoveryMove(arm, task.request, task.scene, isCancelled);
    case 'check':
      return checkForeignPlan(arm, task.request, task.plan);
    case 'checkRecovery':
      return checkForeignRecovery(arm, task.request, task.plan, task.scene);
  }
}
