import { defaultArm } from '@cellwright/arm';
import type { Clock, RobotKind } from '@cellwright/domain';
import { type ArmContext, createArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-desk.ts';
import { mountTool } from '../domain/move/contact.ts';
import type { PlannerBackend } from '../domain/planner-backend.ts';
import { applyScene } from '../domain/scene/scene-world.ts';
import { toolOfScene } from '../domain/scene/tool-of-scene.ts';
import type { PlanningTask } from '../domain/task.ts';
import { createPlanningPool } from '../workers/planning-pool.ts';

/** The planner of this service: plans in threads, kinematics at once on the event loop. */
export function createBuiltInPlanner(options: { threadCount?: number; clock: Clock }): PlannerBackend {
  const pool = createPlanningPool(options);
  const arms = new Map<RobotKind | undefined, { arm: ArmContext; scene: PlanningTask['scene'] }>();
  /** An arm of each robot stands in its scene, so that a question changes nothing. */
  const armIn = (scene: PlanningTask['scene']): ArmContext => {
    const known = arms.get(scene?.robotKind);
    if (known && known.scene === scene) return known.arm;
    const arm = known?.arm ?? createArmContext(defaultArm);
    applyScene(arm, scene);
    mountTool(arm, toolOfScene(scene));
    arms.set(scene?.robotKind, { arm, scene });
    return arm;
  };
  // Made now: the first question should not pay for it.
  armIn(undefined);
  return {
    name: 'builtIn',
    plan: (task, signal) => pool.plan(task, signal),
    solveForward: (question) => solveForward(armIn(question.scene), question),
    solveInverse: (question) => solveInverse(armIn(question.scene), question),
    findProblem: () => undefined,
    close: () => pool.close(),
  };
}
