import { type Clock, ProductError } from '@cellwright/domain/basics';
import { planningSceneSchema } from '@cellwright/domain/space';
import { type GrpcService, grpcService, type Handlers } from '@cellwright/service-kit/grpc';
import type { CachedPlanner } from '../domain/cached-planner.ts';
import type { MoveRequest } from '../domain/move/request.ts';
import { longestPlanMS, planWithin } from '../domain/plan-within.ts';
import { describeUnusable } from '../domain/scene/scene-report.ts';
import type { SceneStore } from '../domain/scene/scene-store.ts';
import { toolOfScene } from '../domain/scene/tool-of-scene.ts';
import {
  readJoints,
  readMoveRequest,
  readPose,
  readRobotKind,
  readToolBox,
  toWireDone,
  toWireFailure,
  toWireSegment,
} from './convert.ts';
import {
  InverseKinematicsRequest_SolverType,
  MotionServiceService,
  type PlanMoveRequest,
  type PlanMoveResponse,
} from './wire.ts';

export interface MotionRpcDeps {
  readonly cachedPlanner: CachedPlanner;
  readonly scenes: SceneStore;
  readonly clock: Clock;
}

/** Creates MotionService of proto/cellwright/motion.proto. */
export function createMotionService(deps: MotionRpcDeps): GrpcService {
  return grpcService(MotionServiceService, createMotionHandlers(deps));
}

/** Creates the handlers of the service; a dry run of a routine calls them in its own process. */
export function createMotionHandlers(deps: MotionRpcDeps) {
  const { cachedPlanner, scenes } = deps;
  return {
    planMove: (request, { signal }: { readonly signal: AbortSignal }) => planMove(deps, request, signal),
    forwardKinematics: async ({ joints, tcp, robotKind, tool }) => {
      const { pose, collisions, links } = await cachedPlanner.solveForward({
        joints: readJoints(joints, 'joints'),
        tcp: tcp && readPose(tcp, 'tcp'),
        toolBoxes: tool?.boxes.map(readToolBox),
        scene: scenes.current(readRobotKind(robotKind)),
      });
      return { pose, inCollision: collisions.length > 0, collisions: [...collisions], links: [...links] };
    },
    inverseKinematics: async ({ pose, tcp, seed, solverType, robotKind }) => {
      const solver = solverType === InverseKinematicsRequest_SolverType.SOLVER_TYPE_DISTANCE ? 'distance' : 'speed';
      const solutions = await cachedPlanner.solveInverse({
        pose: readPose(pose, 'pose'),
        tcp: tcp && readPose(tcp, 'tcp'),
        seed: seed.length > 0 ? readJoints(seed, 'seed') : [0, 0, 0, 0, 0, 0],
        solver,
        scene: scenes.current(readRobotKind(robotKind)),
      });
      return { solutions: solutions.map(({ joints, ...rest }) => ({ joints: [...joints], ...rest })) };
    },
    putScene: async ({ sceneJson }) => {
      const scene = planningSceneSchema.safeParse(readJson(sceneJson));
      if (!scene.success) throw new ProductError('request_failed_validation', 'Not a planning scene');
      scenes.put(scene.data);
      const { unusable, notes } = await cachedPlanner.inspectScene(scene.data);
      const problem = describeUnusable(unusable);
      return { notes: problem === undefined ? [...notes] : [problem, ...notes] };
    },
    getSceneRevision: async ({ robotKind }) => {
      const scene = scenes.current(readRobotKind(robotKind));
      return { isKnown: scene !== undefined, revision: scene?.revision ?? 0 };
    },
    clearPlanCache: async () => {
      await cachedPlanner.clearPlans();
      return {};
    },
  } satisfies Handlers<typeof MotionServiceService>;
}

/** Parses JSON. Returns undefined for invalid text. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function* planMove(
  { cachedPlanner, scenes, clock }: MotionRpcDeps,
  wire: PlanMoveRequest,
  signal: AbortSignal,
): AsyncGenerator<PlanMoveResponse> {
  const request = readMoveRequest(wire);
  const found = scenes.find(readRobotKind(wire.robotKind), wire.sceneRevision);
  if (!found.ok && wire.sceneRevision > 0) {
    const reason = `the planner has revision ${found.has ?? 0} of the scene, not ${wire.sceneRevision}; send it again`;
    yield toWireFailure({ kind: 'staleScene', reason, targetIndex: 0 });
    return;
  }
  const scene = found.ok ? found.scene : undefined;
  yield { event: { $case: 'acknowledged', value: {} } };
  const task = { kind: 'move' as const, request: withTool(request, toolOfScene(scene).boxes), scene };
  // Callers set their own deadline.
  const plan = await planWithin(cachedPlanner, task, signal, clock, longestPlanMS);
  if (!plan.ok) {
    yield toWireFailure(plan.failure);
    return;
  }
  for (const segment of plan.segments) yield toWireSegment(segment);
  yield toWireDone(plan);
}

/** Gives a tool without boxes the size of the scene's end effector. */
function withTool(request: MoveRequest, boxes: MoveRequest['tool']['boxes']): MoveRequest {
  if (request.tool.boxes.length > 0 || boxes.length === 0) return request;
  return { ...request, tool: { ...request.tool, boxes } };
}
