import { ProductError } from '@cellwright/domain/basics';
import { ForwardCache } from './cache/forward-cache.ts';
import { type CachedPlan, keyOfTask, PlanCache } from './cache/plan-cache.ts';
import type { MovePlan } from './move/request.ts';
import type {
  AskedTask,
  ForwardAnswer,
  ForwardQuestion,
  InverseQuestion,
  PlannerBackend,
  Soon,
} from './planner-backend.ts';
import type { SceneReport } from './scene/scene-report.ts';
import type { PlanningTask } from './task.ts';

/** Persistent store behind the cache in memory. */
export interface PlanStorePort {
  load(key: string): Promise<readonly CachedPlan[]>;
  save(key: string, plans: readonly CachedPlan[]): void;
  /** @throws ProductError unavailable while the store does not answer. */
  clear(): Promise<void>;
}

export interface CachedPlannerDeps {
  readonly backend: PlannerBackend;
  readonly store: PlanStorePort;
}

/** Number of plans of a bucket that are stored whole, which keeps saves short. */
const storedWhole = 8;

/** Access to plans and kinematics: the backend behind the caches of the specification. */
export class CachedPlanner {
  readonly backend: PlannerBackend;
  private readonly store: PlanStorePort;
  private readonly plans = new PlanCache();
  private readonly forward = new ForwardCache();
  private clearedCount = 0;

  constructor({ backend, store }: CachedPlannerDeps) {
    this.backend = backend;
    this.store = store;
  }

  /**
   * Returns a plan. @throws ProductError unavailable when the backend cannot plan right now; the signal's reason when
   * aborted.
   */
  async plan(task: AskedTask, signal: AbortSignal): Promise<MovePlan> {
    const problem = this.backend.findProblem();
    if (problem !== undefined) throw new ProductError('unavailable', problem);
    if (task.kind !== 'move' || task.request.skipsCache) return this.backend.plan(task, signal);
    const key = keyOfTask(task);
    const { startJoints } = task.request;
    const { clearedCount } = this;
    if (!this.plans.has(key)) {
      const stored = await this.store.load(key);
      signal.throwIfAborted();
      if (clearedCount === this.clearedCount) for (const plan of [...stored].reverse()) this.plans.add(key, plan);
    }
    const hit = this.plans.find(key, startJoints);
    if (hit?.kind === 'same') return hit.plan;
    const request = hit ? { ...task.request, knownDetours: hit.detours } : task.request;
    const plan = await this.backend.plan({ ...task, request }, signal);
    // A plan that was in progress when the cache was cleared is not kept.
    if (plan.ok && clearedCount === this.clearedCount) {
      this.plans.add(key, { startJoints, segments: plan.segments, detours: plan.detours });
      this.store.save(key, this.plans.listForStore(key, storedWhole));
    }
    return plan;
  }

  solveForward(question: ForwardQuestion): Soon<ForwardAnswer> {
    const known = this.forward.find(question);
    if (known) return known;
    const remember = (answer: ForwardAnswer): ForwardAnswer => {
      this.forward.add(question, answer);
      return answer;
    };
    const answer = this.backend.solveForward(question);
    return answer instanceof Promise ? answer.then(remember) : remember(answer);
  }

  solveInverse(question: InverseQuestion): ReturnType<PlannerBackend['solveInverse']> {
    return this.backend.solveInverse(question);
  }

  inspectScene(scene: PlanningTask['scene']): Soon<SceneReport> {
    return this.backend.inspectScene?.(scene) ?? { unusable: [], notes: [] };
  }

  /** Removes all plans. @throws ProductError unavailable when stored ones may remain. */
  async clearPlans(): Promise<void> {
    this.clearedCount += 1;
    this.plans.clear();
    await this.store.clear();
  }
}
