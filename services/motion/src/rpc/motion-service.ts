import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { ArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-desk.ts';
import type { PlanningPool } from '../workers/planning-pool.ts';
import { readJoints, readMoveRequest, readPose, toWireFailure, toWireSegment } from './convert.ts';
import {
  InverseKinematicsRequest_SolverType,
  MotionServiceService,
  type PlanMoveRequest,
  type PlanMoveResponse,
} from './wire.ts';

export interface MotionRpcDeps {
  /** For kinematics, answered at once on the event loop; plans have arms of their own in their threads. */
  readonly arm: ArmContext;
  readonly pool: PlanningPool;
}

/** MotionService of proto/cellwright/motion.proto. */
export function createMotionService({ arm, pool }: MotionRpcDeps): GrpcService {
  return grpcService(MotionServiceService, {
    planMove: (request, { signal }) => planMove(pool, request, signal),
    forwardKinematics: async ({ joints, tcp }) => {
      const { pose, collisions } = solveForward(arm, readJoints(joints, 'joints'), readPose(tcp, 'tcp'));
      return { pose, inCollision: collisions.length > 0, collisions: [...collisions] };
    },
    inverseKinematics: async ({ pose, tcp, seed, solverType }) => {
      const solver = solverType === InverseKinematicsRequest_SolverType.SOLVER_TYPE_DISTANCE ? 'distance' : 'speed';
      const start = seed.length > 0 ? readJoints(seed, 'seed') : [0, 0, 0, 0, 0, 0];
      const solutions = solveInverse(arm, readPose(pose, 'pose'), readPose(tcp, 'tcp'), start, solver);
      return {
        solutions: solutions.map(({ joints, inCollision }) => ({
          joints: [...joints],
          inCollision,
          inJointLimits: true,
        })),
      };
    },
  });
}

async function* planMove(
  pool: PlanningPool,
  request: PlanMoveRequest,
  signal: AbortSignal,
): AsyncGenerator<PlanMoveResponse> {
  const move = readMoveRequest(request);
  yield { event: { $case: 'acknowledged', value: {} } };
  const plan = await pool.plan(move, signal);
  if (!plan.ok) {
    yield toWireFailure(plan.failure);
    return;
  }
  let durationSeconds = 0;
  for (const segment of plan.segments) {
    durationSeconds += segment.trajectory.points.at(-1)?.timeFromStart ?? 0;
    yield toWireSegment(segment);
  }
  yield { event: { $case: 'done', value: { durationSeconds } } };
}
