import type { ArmModel } from '@cellwright/arm';
import type { Clock } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import { type ArmContext, createArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-answers.ts';
import type {
  ForwardAnswer,
  ForwardQuestion,
  InverseAnswer,
  InverseQuestion,
  PlannerBackend,
} from '../domain/planner-backend.ts';
import { enterScene, type SceneReport } from '../domain/scene/scene-report.ts';
import { isHeavyScene } from '../domain/scene/scene-weight.ts';
import type { PlanningTask } from '../domain/task.ts';
import { createPlanningPool } from '../workers/planning-pool.ts';
import { SceneThread } from '../workers/scene-thread.ts';

/**
 * Creates the planner of this service: plans in threads, kinematics at once on the event loop unless the scene is
 * heavy.
 */
export function createBuiltInPlanner(options: { arm: ArmModel; threadCount?: number; clock: Clock }): PlannerBackend {
  const pool = createPlanningPool(options);
  const heavy = createHeavyScenes(options.arm);
  const arms = new Map<RobotKind | undefined, { arm: ArmContext; scene: PlanningTask['scene']; report: SceneReport }>();
  /** Each robot has its own arm in its own scene, so that a question changes nothing. */
  const enter = (scene: PlanningTask['scene']): { arm: ArmContext; report: SceneReport } => {
    const known = arms.get(scene?.robotKind);
    if (known && known.scene === scene) return known;
    const arm = known?.arm ?? createArmContext(options.arm);
    const report = enterScene(arm, scene);
    arms.set(scene?.robotKind, { arm, scene, report });
    return { arm, report };
  };
  const armIn = (scene: PlanningTask['scene']) => enter(scene).arm;
  // Created now, so that the first question is not delayed.
  enter(undefined);
  return {
    name: 'builtIn',
    plan: (task, signal) => pool.plan(task, signal),
    solveForward: (question) =>
      heavy.of(question.scene)?.forward(question) ?? solveForward(armIn(question.scene), question),
    solveInverse: (question) =>
      heavy.of(question.scene)?.inverse(question) ?? solveInverse(armIn(question.scene), question),
    inspectScene: (scene) => heavy.of(scene)?.inspect() ?? enter(scene).report,
    findProblem: () => undefined,
    async close() {
      await Promise.all([pool.close(), heavy.close()]);
    },
  };
}

interface HeavyScene {
  forward(question: ForwardQuestion): Promise<ForwardAnswer>;
  inverse(question: InverseQuestion): Promise<readonly InverseAnswer[]>;
  inspect(): Promise<SceneReport>;
}

/** Creates one thread for the heavy scene of each robot. */
function createHeavyScenes(arm: ArmModel) {
  const threads = new Map<RobotKind, SceneThread>();
  const known = new WeakMap<PlanningScene, HeavyScene | 'light'>();
  const threadOf = (robotKind: RobotKind): SceneThread => {
    const thread = threads.get(robotKind) ?? new SceneThread(arm);
    threads.set(robotKind, thread);
    return thread;
  };
  return {
    /** Returns undefined for a scene that is light enough for the event loop. */
    of(scene: PlanningTask['scene']): HeavyScene | undefined {
      if (!scene) return undefined;
      const found = known.get(scene) ?? (isHeavyScene(scene) ? askIn(scene, threadOf(scene.robotKind)) : 'light');
      known.set(scene, found);
      return found === 'light' ? undefined : found;
    },
    close: () => Promise.all([...threads.values()].map((thread) => thread.close())),
  };
}

function askIn(scene: PlanningScene, thread: SceneThread): HeavyScene {
  return {
    async forward({ scene: _, ...question }) {
      const reply = await thread.ask(scene, { kind: 'forward', question });
      if (reply.kind !== 'forward') throw new Error(`asked for a pose, answered ${reply.kind}`);
      return reply.answer;
    },
    async inverse({ scene: _, ...question }) {
      const reply = await thread.ask(scene, { kind: 'inverse', question });
      if (reply.kind !== 'inverse') throw new Error(`asked for joint angles, answered ${reply.kind}`);
      return reply.answers;
    },
    async inspect() {
      const reply = await thread.ask(scene, { kind: 'inspect' });
      if (reply.kind !== 'inspect') throw new Error(`asked for a report, answered ${reply.kind}`);
      return reply.report;
    },
  };
}
