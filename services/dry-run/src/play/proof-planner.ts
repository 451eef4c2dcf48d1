import { ProductError } from '@cellwright/domain/basics';
import type { PlanningScene } from '@cellwright/domain/space';
import type { PlanFailure, Planner, PlanRequest, PlanResult } from '@cellwright/routine-runner/simulation';
import type { Load, PlanFacts } from './motion-facts.ts';
import type { MotionMeasurer } from './motion-measurer.ts';
import type { ProofClock } from './proof-clock.ts';

/** Planning time in a cell without load, with messages, ms: for each move, and for each of its targets. */
const planningMS = { perMove: 6, perTarget: 3 };
/** Plans cached for equal iterations. */
const maxKept = 5000;
/** Clearance above which a plan is not repeated when boxes changed, m. */
const clearOfBoxes = 0.005;

interface KnownPlan {
  readonly result: PlanResult;
  readonly legs: Promise<PlanFacts>;
  /** The boxes on pallets that it was made among. */
  readonly boxes: string;
}

/** Record of one plan in a dry run. */
export interface NotedPlan {
  readonly request: PlanRequest;
  readonly result: PlanResult;
  /** Measured while the routine continues. */
  readonly legs: Promise<PlanFacts>;
}

export interface ProofPlannerParts {
  readonly planner: Planner;
  readonly measurer: MotionMeasurer;
  readonly scene: () => PlanningScene;
  readonly clock: ProofClock;
  readonly onPlan: (plan: NotedPlan) => void;
}

/**
 * The planner of a dry run: the real one, with measured plans. The same plan from the same joints to the same targets,
 * with the same limits, tool and load, is made once; only the base of the arm, the boxes on pallets and the doors of machines
 * change in the scene during a dry run.
 */
export class ProofPlanner implements Planner {
  planCount = 0;
  reusedCount = 0;
  private readonly parts: ProofPlannerParts;
  private readonly known = new Map<string, KnownPlan>();

  constructor(parts: ProofPlannerParts) {
    this.parts = parts;
  }

  async plan(request: PlanRequest, options: Parameters<Planner['plan']>[1]): Promise<PlanResult> {
    const { clock, onPlan } = this.parts;
    this.planCount += 1;
    options.onProgress?.('acknowledged');
    const { result, legs } = await this.planOnce(request, options);
    try {
      await clock.sleep(planningMS.perMove + planningMS.perTarget * request.targets.length, options.signal);
    } catch {
      // Stopped meanwhile, as a run can be.
      return { ok: false, stopped: true };
    }
    options.onProgress?.('receiving');
    onPlan({ request, result, legs });
    return result;
  }

  inverseKinematics(...question: Parameters<Planner['inverseKinematics']>): ReturnType<Planner['inverseKinematics']> {
    return this.parts.planner.inverseKinematics(...question);
  }

  async clearPlanCache(): Promise<void> {
    throw new ProductError('unavailable', 'A dry run does not clear plans');
  }

  private async planOnce(
    request: PlanRequest,
    options: Parameters<Planner['plan']>[1],
  ): Promise<Omit<KnownPlan, 'boxes'>> {
    const { planner, measurer } = this.parts;
    const scene = this.parts.scene();
    const key = JSON.stringify([request, scene.base, objectsIn(scene)]);
    const known = request.skipsCache ? undefined : await this.reuse(this.known.get(key), request, scene);
    if (known) {
      this.reusedCount += 1;
      return known;
    }
    const result = await planner.plan(request, { signal: options.signal });
    const legs = result.ok ? measurer.measure({ segments: result.segments, scene, load: loadOf(request) }) : noFacts;
    // Callers of `legs` handle the error.
    legs.catch(() => undefined);
    if (this.known.size < maxKept) this.known.set(key, { result, legs, boxes: boxesIn(scene) });
    return { result, legs };
  }

  /** A plan made among other boxes is valid if it leads straight to its targets and is clear of the current boxes. */
  private async reuse(
    plan: KnownPlan | undefined,
    request: PlanRequest,
    scene: PlanningScene,
  ): Promise<KnownPlan | undefined> {
    if (!plan || plan.boxes === boxesIn(scene)) return plan;
    const { result } = plan;
    if (!result.ok || result.detours.length > 0) return undefined;
    const known = await this.parts.clock.outside(plan.legs);
    const legs = this.parts.measurer.measureAgain(known, { segments: result.segments, scene, load: loadOf(request) });
    const isClear = [...legs.values()].every(({ fromObstacles: from }) => !from || from.meters > clearOfBoxes);
    return isClear ? { ...plan, legs: Promise.resolve(legs) } : undefined;
  }
}

const noFacts: Promise<PlanFacts> = Promise.resolve(new Map());

function loadOf({ tool, payloadMassKg }: PlanRequest): Load {
  return { tool, payloadMassKg };
}

/** Returns the boxes on pallets, whose names contain their places. */
function boxesIn({ obstacles }: PlanningScene): string {
  return JSON.stringify(obstacles.flatMap(({ name, palletBox }) => (palletBox ? [name] : [])));
}

/** Returns the environment objects that are obstacles: those behind open doors are not. */
function objectsIn({ obstacles }: PlanningScene): readonly string[] {
  return obstacles.flatMap(({ spaceItemID }) => spaceItemID ?? []);
}

/** Returns the failure of a plan; undefined for a success. */
export function failureOf(result: PlanResult): PlanFailure | undefined {
  return !result.ok && 'failure' in result ? result.failure : undefined;
}
