import type { ArmModel } from '@cellwright/arm';
import type { Clock } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { PlanCheck, PlannerBackend } from '../domain/planner-backend.ts';
import { createPlanningPool } from '../workers/planning-pool.ts';
import { createBuiltInPlanner } from './built-in.ts';
import { createRemotePlanner } from './remote/remote-planner.ts';
import { createRos2Planner } from './ros2/ros2-planner.ts';

/** Which planner plans. Endpoints are WebSocket URLs. */
export type BackendChoice =
  | { readonly kind: 'builtIn' }
  | { readonly kind: 'remote' | 'ros2'; readonly endpoint: string };

export interface BackendOptions {
  readonly arm: ArmModel;
  readonly threadCount: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createBackend(choice: BackendChoice, options: BackendOptions): PlannerBackend {
  const { arm, clock, log, threadCount = 0 } = options;
  if (choice.kind === 'builtIn') return createBuiltInPlanner({ arm, threadCount, clock });
  // Plans of others are checked where ours are made.
  const pool = createPlanningPool({ arm, threadCount, clock });
  const check: PlanCheck = (request, plan, scene, signal) =>
    plan.ok ? pool.plan({ kind: 'check', request, plan, scene }, signal) : Promise.resolve(plan);
  const backend =
    choice.kind === 'ros2'
      ? createRos2Planner({ url: choice.endpoint, clock, log, check })
      : createRemotePlanner({ endpoint: choice.endpoint.replace(/\/$/, ''), clock, log, check });
  return {
    name: backend.name,
    plan: (task, signal) => backend.plan(task, signal),
    solveForward: (question) => backend.solveForward(question),
    solveInverse: (question) => backend.solveInverse(question),
    findProblem: () => backend.findProblem(),
    async close() {
      await backend.close();
      await pool.close();
    },
  };
}
