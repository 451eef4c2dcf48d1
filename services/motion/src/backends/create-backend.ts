import type { ArmModel } from '@cellwright/arm';
import type { Clock } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { MovePlan } from '../domain/move/request.ts';
import type { AskedTask, PlanCheck, PlannerBackend } from '../domain/planner-backend.ts';
import type { PlanningTask } from '../domain/task.ts';
import { createPlanningPool } from '../workers/planning-pool.ts';
import { createBuiltInPlanner } from './built-in.ts';
import { createRemotePlanner } from './remote/remote-planner.ts';
import type { RosTaskOptions } from './ros2/ros-messages.ts';
import { createRos2Planner } from './ros2/ros2-planner.ts';

/** The planner in use. Endpoints are WebSocket URLs. */
export type BackendChoice =
  | { readonly kind: 'builtIn' }
  | { readonly kind: 'remote'; readonly endpoint: string }
  | { readonly kind: 'ros2'; readonly endpoint: string; readonly task?: RosTaskOptions };

export interface BackendOptions {
  readonly arm: ArmModel;
  readonly threadCount: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

function toCheck(task: AskedTask, plan: MovePlan): PlanningTask {
  if (task.kind === 'move') return { ...task, kind: 'check', plan };
  return { ...task, kind: 'checkRecovery', plan };
}

export function createBackend(choice: BackendChoice, options: BackendOptions): PlannerBackend {
  const { arm, clock, log, threadCount = 0 } = options;
  if (choice.kind === 'builtIn') return createBuiltInPlanner({ arm, threadCount, clock });
  // Plans of external planners are checked in the same threads as ours are made.
  const pool = createPlanningPool({ arm, threadCount, clock });
  const check: PlanCheck = (task, plan, signal) =>
    plan.ok ? pool.plan(toCheck(task, plan), signal) : Promise.resolve(plan);
  const backend =
    choice.kind === 'ros2'
      ? createRos2Planner({ url: choice.endpoint, clock, log, check, task: choice.task })
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
