import { defaultArm } from '@cellwright/arm';
import type { Clock, RobotKind } from '@cellwright/domain';
import { type ArmContext, createArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-desk.ts';
import type { PlannerBackend } from '../domain/planner-backend.ts';
import { enterScene, type SceneReport } from '../domain/scene/scene-report.ts';
import type { PlanningTask } from '../domain/task.ts';
import { createPlanningPool } from '../workers/planning-pool.ts';

/** The planner of this service: plans in threads, kinematics at once on the event loop. */
export function createBuiltInPlanner(options: { threadCount?: number; clock: Clock }): PlannerBackend {
  const pool = createPlanningPool(options);
  const arms = new Map<RobotKind | undefined, { arm: ArmContext; scene: PlanningTask['scene']; report: SceneReport }>();
  /** An arm of each robot stands in its scene, so that a question changes nothing. */
  const enter = (scene: PlanningTask['scene']): { arm: ArmContext; report: SceneReport } => {
    const known = arms.get(scene?.robotKind);
    if (known && known.scene === scene) return known;
    const arm = known?.arm ?? createArmContext(defaultArm);
    const report = enterScene(arm, scene);
    arms.set(scene?.robotKind, { arm, scene, report });
    return { arm, report };
  };
  const armIn = (scene: PlanningTask['scene']) => enter(scene).arm;
  // Made now: the first question should not pay for it.
  enter(undefined);
  return {
    name: 'builtIn',
    plan: (task, signal) => pool.plan(task, signal),
    solveForward: (question) => solveForward(armIn(question.scene), question),
    solveInverse: (question) => solveInverse(armIn(question.scene), question),
    inspectScene: (scene) => enter(scene).report,
    findProblem: () => undefined,
    close: () => pool.close(),
  };
}
