import type { Clock } from '@cellwright/domain/basics';
import { MotionServiceService, type PlanMoveRequest } from '@cellwright/proto/motion';
import { createHealth, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { build, type MotionDeps } from '../app.ts';
import { MotionKind, WireRobotKind } from '../rpc/wire.ts';

/** Planning threads start from source here, which takes a busy machine longer than a plan may take: limits are ten times as long. */
const patientClock: Clock = { ...systemClock, schedule: (ms, callback) => systemClock.schedule(10 * ms, callback) };

/** Starts a motion service on its own ports, with one planning thread, and a client of it. */
export async function startMotionBench(options: Partial<MotionDeps> = {}) {
  const metrics = createMetrics({ defaults: false });
  const kit = { clock: patientClock, log: silentLogger, metrics, health: createHealth() };
  const motion = await build({ peers: anyPeers('motion'), ...kit, port: 0, planningThreads: 1, ...options });
  const { address, socketAddress } = await motion.start();
  const client = createGrpcClient(MotionServiceService, address, { metrics, defaultDeadlineMs: 50_000 });
  return {
    client,
    /** Address of the planner socket. */
    socketAddress,
    async stop() {
      client.channel.close();
      await motion.stop();
    },
  };
}

/** Returns a move of the simulated arm through these joint angles, on the straight way by default. */
export function planMoveRequest(
  startJoints: number[],
  waypoints: readonly (readonly number[])[],
  changes: Partial<PlanMoveRequest> & { readonly blendRadius?: number } = {},
): PlanMoveRequest {
  const { blendRadius = 0, ...others } = changes;
  return {
    robotKind: WireRobotKind.ROBOT_KIND_SIMULATED,
    startJoints,
    targets: waypoints.map((positions) => ({
      target: { $case: 'joints', value: { positions: [...positions] } },
      motionKind: MotionKind.MOTION_KIND_JOINT,
      motionSpeed: 100,
      blendRadius,
      stopHere: false,
      limits: undefined,
      useFlange: false,
      tcp: undefined,
      via: undefined,
      keepToolAxis: undefined,
      weave: undefined,
    })),
    limits: undefined,
    tool: undefined,
    payloadMassKg: 0,
    sceneRevision: 0,
    seed: 1,
    mayAvoid: false,
    skipsCache: false,
    ...others,
  };
}
