/** The parts of the motion service: kinematics, planning threads, the planner socket; `build` assembles them. */

import type { Clock } from '@cellwright/domain/basics';
import { createMemoryStore, type Health, type Logger, type Metrics, type VolatileStore } from '@cellwright/service-kit';
import { defaultRobotArm, type RobotArm } from '@cellwright/service-kit/arm';
import type { Peers } from '@cellwright/service-kit/callers';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { type BackendChoice, createBackend } from './backends/create-backend.ts';
import { CachedPlanner } from './domain/cached-planner.ts';
import { SceneStore } from './domain/scene/scene-store.ts';
import { createMotionService } from './rpc/motion-service.ts';
import { startPlannerServer } from './sockets/planner-server.ts';
import { createPlanStore } from './store/plan-store.ts';

export interface MotionDeps {
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** Port of the planner socket; 0 (the default) for an ephemeral one. */
  readonly socketPort?: number;
  /** Arm to plan for; the default arm if absent. */
  readonly arm?: RobotArm;
  /** 0 means one less than the machine has cores, and at least one. */
  readonly planningThreads?: number;
  /** The built-in planner by default. */
  readonly backend?: BackendChoice;
  /**
   * True for a standalone planner, which changes its scenes itself; in a cell the runner owns the scenes and sends
   * them.
   */
  readonly ownsScenes?: boolean;
  /** Store behind the plan cache; in memory if absent. */
  readonly store?: VolatileStore;
  readonly peers: Peers<'motion'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Builds the motion planning service: plans in threads, kinematics at once. */
export async function build(deps: MotionDeps) {
  const { host, port, socketPort = 0, clock, log, metrics, health, ownsScenes = false } = deps;
  const callers = deps.peers.gate;
  const { model, warnings } = deps.arm ?? defaultRobotArm;
  for (const warning of warnings) log.warn(warning, { arm: model.name });
  const options = { arm: model, threadCount: deps.planningThreads, clock, log };
  const backend = createBackend(deps.backend ?? { kind: 'builtIn' }, options);
  const cachedPlanner = new CachedPlanner({
    backend,
    store: createPlanStore(deps.store ?? createMemoryStore(), clock, log),
  });
  const scenes = new SceneStore();
  // An unreachable planner makes plans fail, not this service.
  health.addCheck('motion planner', () => findPlannerProblem(backend.findProblem()), { critical: false });
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  let socket: Awaited<ReturnType<typeof startPlannerServer>> | undefined;
  return {
    async start(): Promise<{ address: string; socketAddress: string }> {
      const services = [createMotionService({ cachedPlanner, scenes, clock })];
      server = await startGrpcServer({ services, port, host, callers, log, metrics, health });
      socket = await startPlannerServer(
        { cachedPlanner, scenes, ownsScenes, clock, log },
        { host, port: socketPort, callers },
      );
      return { address: server.address, socketAddress: socket.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await socket?.close();
      await backend.close();
      await server?.close(signal);
    },
  };
}

async function findPlannerProblem(problem: string | undefined): Promise<void> {
  if (problem !== undefined) throw new Error(problem);
}
