import { createRandom } from '@cellwright/collision';
import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { Meter } from '../../../services/motion/src/domain/planner/budget.ts';
import { type PlanResult, planPath } from '../../../services/motion/src/domain/planner/plan.ts';
import { RrtConnect } from '../../../services/motion/src/domain/planner/rrt-connect.ts';
import { type Steering, StraightSteering, walkOutcomes } from '../../../services/motion/src/domain/planner/steering.ts';
import type { Box } from './cell.ts';

/** A wall beside the arm, and a move from one side of it to the other. Angles in rad, lengths in metres. */
export const wall: Box = { name: 'wall', center: [0.8, 0.1, 0.175], size: [0.6, 0.08, 0.85] };
export const start: readonly number[] = [0.9, 0.5, 1.5, -0.4, -1.57, 0];
export const goal: readonly number[] = [-0.9, 0.5, 1.5, -0.4, -1.57, 0];
export const seed = 8;

/** Counted in checks, so that the plan is the same on every machine. */
const planning = { checks: 500_000 };
const shortening = { checks: 20_000 };

/** Two configurations that a tree walked between. */
export type Edge = readonly [Float64Array, Float64Array];

export interface OverTheWall {
  readonly trees: { readonly start: readonly Edge[]; readonly goal: readonly Edge[] };
  readonly samples: number;
  readonly found: readonly Float64Array[];
  readonly short: readonly Float64Array[];
  readonly foundLength: number;
  readonly shortLength: number;
}

/** The planner's own plan, and the trees it grew for it. */
export function planOverTheWall(arm: ArmContext): OverTheWall {
  const { world } = arm.checker;
  const problem = { start, goals: [goal], space: arm.limits };
  const found = expectPlan(planPath(world, problem, { seed, planning, shortening: { checks: 0 } }));
  const short = expectPlan(planPath(world, problem, { seed, planning, shortening }));
  const trees = recordTrees(arm);
  if (JSON.stringify(trees.path.map(toArray)) !== JSON.stringify(found.path.map(toArray))) {
    throw new Error('The trees drawn are not those of the plan');
  }
  return {
    trees,
    samples: found.statistics.samples,
    found: found.path,
    short: short.path,
    foundLength: found.statistics.length,
    shortLength: short.statistics.length,
  };
}

function expectPlan(result: PlanResult) {
  if (result.kind === 'refused') throw new Error(`No plan: ${JSON.stringify(result.refusal)}`);
  return result;
}

function toArray(q: Float64Array): number[] {
  return Array.from(q);
}

/** The search of the plan once more, with every walk written down. */
function recordTrees({ checker, limits }: ArmContext) {
  const { world } = checker;
  const edges = { start: Array.of<Edge>(), goal: Array.of<Edge>() };
  const treeOf = new Map<string, 'start' | 'goal'>([
    [nameOf(start), 'start'],
    [nameOf(goal), 'goal'],
  ]);
  const steering = watchWalks(new StraightSteering(world), (from, to) => {
    const tree = treeOf.get(nameOf(from)) ?? 'start';
    treeOf.set(nameOf(to), tree);
    edges[tree].push([from, to]);
  });
  const search = new RrtConnect(steering, limits, createRandom(seed));
  const ends = [Float64Array.from(start), Float64Array.from(goal)] as const;
  const path = search.search(ends[0], [ends[1]], new Meter(planning, {}, world));
  return { ...edges, path: path ?? [] };
}

/** The same angles, whoever holds them. */
function nameOf(q: ArrayLike<number>): string {
  return Array.from(q).join(' ');
}

function watchWalks(steering: StraightSteering, onStep: (from: Float64Array, to: Float64Array) => void): Steering {
  const { dof } = steering;
  return {
    dof,
    isStraight: true,
    steps: steering.steps,
    get stepCount() {
      return steering.stepCount;
    },
    adopt: () => steering.adopt(),
    walk(from, fromAt, to, toAt, range) {
      const begin = from.slice(fromAt, fromAt + dof);
      const outcome = steering.walk(from, fromAt, to, toAt, range);
      if (outcome !== walkOutcomes.trapped) onStep(begin, steering.steps.slice(0, dof));
      return outcome;
    },
  };
}
