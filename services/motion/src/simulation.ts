/**
 * The built-in planner in the caller's own process and thread, for dry runs of a routine: the same planning, the same
 * caches.
 */

import type { ArmModel } from '@cellwright/arm';
import type { Clock } from '@cellwright/domain/basics';
import { identityPose } from '@cellwright/geometry';
import { type ArmContext, createArmContext } from './domain/arm-context.ts';
import { CachedPlanner } from './domain/cached-planner.ts';
import { solveForward, solveInverse } from './domain/kinematics-answers.ts';
import { mountTool, nameOfThing } from './domain/move/contact.ts';
import type { MoveTool } from './domain/move/request.ts';
import type { PlannerBackend } from './domain/planner-backend.ts';
import { enterScene } from './domain/scene/scene-report.ts';
import { SceneStore } from './domain/scene/scene-store.ts';
import { toolOfScene } from './domain/scene/tool-of-scene.ts';
import { type PlanningTask, runTask } from './domain/task.ts';
import { createMotionHandlers } from './rpc/motion-service.ts';

/**
 * Returns the handlers of MotionService of proto/cellwright/motion.proto without a connection. Planning blocks the
 * caller.
 */
export function createMotionHere({ arm: model, clock }: { readonly arm: ArmModel; readonly clock: Clock }) {
  // One arm for all: each question enters its scene, and only one runs at a time.
  const arm = createArmContext(model, () => performance.now());
  const armIn = (scene: PlanningTask['scene']) => {
    enterScene(arm, scene);
    return arm;
  };
  const backend: PlannerBackend = {
    name: 'builtIn',
    plan: async (task) => runTask(arm, task),
    solveForward: (question) => solveForward(armIn(question.scene), question),
    solveInverse: (question) => solveInverse(armIn(question.scene), question),
    inspectScene: (scene) => enterScene(arm, scene),
    findProblem: () => undefined,
    close: async () => undefined,
  };
  const store = { load: async () => [], save: () => undefined, clear: async () => undefined };
  return createMotionHandlers({
    cachedPlanner: new CachedPlanner({ backend, store }),
    scenes: new SceneStore(),
    clock,
  });
}

/** The smallest clearance of the arm: metres, and its pair. */
export interface MeasuredClearance {
  readonly meters: number;
  readonly link: string;
  readonly other: string;
}

/** Measures clearance as planning computes it, up to `limit` metres. */
export class ClearanceMeasurer {
  private readonly arm: ArmContext;
  private readonly limit: number;
  private scene: PlanningTask['scene'];

  constructor(model: ArmModel, limit: number) {
    this.arm = createArmContext(model);
    this.limit = limit;
  }

  /** Sets up the arm in a scene, with a tool. */
  enter(scene: PlanningTask['scene'], boxes: MoveTool['boxes']): void {
    if (scene !== this.scene) enterScene(this.arm, scene);
    this.scene = scene;
    mountTool(this.arm, { tcp: identityPose, boxes: boxes.length > 0 ? boxes : toolOfScene(scene).boxes });
  }

  /**
   * Returns the clearance from obstacles, or of the arm from itself; undefined when nothing is nearer than `within` metres: a
   * smaller limit is faster.
   */
  measure(joints: readonly number[], among: 'obstacles' | 'links', within = this.limit): MeasuredClearance | undefined {
    const { clearance, pair } = this.arm.checker.world.measureClearance(joints, within, among);
    if (!pair || clearance >= within) return undefined;
    return { meters: clearance, link: nameOfThing(pair.link), other: nameOfThing(pair.other) };
  }
}
