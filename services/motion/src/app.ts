import { defaultArm } from '@cellwright/arm';
import type { Health, Logger, Metrics } from '@cellwright/service-kit';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { createArmContext } from './domain/arm-context.ts';
import { createMotionService } from './rpc/motion-service.ts';
import { createPlanningPool } from './workers/planning-pool.ts';

export interface MotionDeps {
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** 0 means one less than the machine has cores, and at least one. */
  readonly planningThreads?: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** The motion planning gateway: plans in threads, kinematics at once. */
export async function build({ host, port, planningThreads, log, metrics, health }: MotionDeps) {
  const pool = createPlanningPool(planningThreads);
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      const services = [createMotionService({ arm: createArmContext(defaultArm), pool })];
      server = await startGrpcServer({ services, port, host, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await pool.close();
      await server?.close(signal);
    },
  };
}
