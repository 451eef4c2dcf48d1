import { createRandom, type NamedPair } from '@cellwright/collision';
import { type Budget, Meter, type Watch } from './budget.ts';
import { ConstrainedSteering } from './constrained-steering.ts';
import type { PathConstraint } from './constraint.ts';
import { RrtConnect } from './rrt-connect.ts';
import { findJointOutside, isWithinSpace, type SearchSpace } from './search-space.ts';
import { findWay, measurePath, Shortcutter } from './shortcut.ts';
import type { StateChecker } from './state-checker.ts';
import { measureDistance, type Steering, StraightSteering } from './steering.ts';

/** Start, goals and space of a plan. Angles in rad. */
export interface PlanProblem {
  readonly start: ArrayLike<number>;
  /** Alternative goals. */
  readonly goals: readonly ArrayLike<number>[];
  readonly space: SearchSpace;
  readonly constraint?: PathConstraint;
}

export interface PlanOptions extends Watch {
  /** The same seed and budgets in checks give the same plan. */
  readonly seed?: number;
  /** Budget for finding a path. */
  readonly planning?: Budget;
  /** Additional budget for shortening it, which also ends when there is no more improvement. */
  readonly shortening?: Budget;
}

export type PlanRefusal =
  | { readonly kind: 'invalidRequest'; readonly message: string }
  | { readonly kind: 'startOutOfLimits' | 'goalOutOfLimits'; readonly joint: number; readonly angle: number }
  /** With the deepest contact pair, and its signed clearance in metres. */
  | {
      readonly kind: 'startInCollision' | 'goalInCollision';
      readonly pair: NamedPair;
      readonly clearance: number;
    }
  | { readonly kind: 'startBreaksConstraint' | 'goalBreaksConstraint' }
  /** No configuration of the arm reaches the goal. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'budgetSpent' }
  | { readonly kind: 'cancelled' };

export interface PlanStatistics {
  readonly checks: number;
  readonly planningMilliseconds: number;
  readonly shorteningMilliseconds: number;
  /** Number of random configurations tried; 0 when the straight way was clear. */
  readonly samples: number;
  /** Lengths before and after shortening, Euclidean, rad. */
  readonly foundLength: number;
  readonly length: number;
}

export type PlanResult =
  | {
      readonly kind: 'planned';
      /** Waypoints with straight joint-space lines between them, from the start to the goal. */
      readonly path: readonly Float64Array[];
      readonly goalIndex: number;
      readonly statistics: PlanStatistics;
    }
  | { readonly kind: 'refused'; readonly refusal: PlanRefusal; readonly checks: number };

const defaultPlanning: Budget = { milliseconds: 10_000, checks: 20_000_000 };
const defaultShortening: Budget = { milliseconds: 1_000, checks: 20_000 };

interface Goal {
  readonly index: number;
  readonly q: Float64Array;
}

/** Finds a collision-free path, the straight one when that is clear, and shortens it. */
export function planPath(checker: StateChecker, problem: PlanProblem, options: PlanOptions = {}): PlanResult {
  const meter = new Meter(options.planning ?? defaultPlanning, options, checker);
  const refuse = (refusal: PlanRefusal): PlanResult => ({ kind: 'refused', refusal, checks: meter.checks });
  const start = Float64Array.from(problem.start);
  const refusal = findInvalid(checker, problem) ?? findStartRefusal(checker, problem, start);
  if (refusal !== undefined) return refuse(refusal);
  const goals = sortOutGoals(checker, problem, start);
  if ('kind' in goals) return refuse(goals);

  const random = createRandom(options.seed ?? 1);
  const { space, constraint } = problem;
  const steering =
    constraint === undefined ? new StraightSteering(checker) : new ConstrainedSteering(checker, constraint, space);
  const direct = findDirect(steering, start, goals);
  const search = new RrtConnect(steering, space, random);
  const found =
    direct ??
    search.search(
      start,
      goals.map((goal) => goal.q),
      meter,
    );
  if (found === undefined) return refuse({ kind: meter.isCancelled ? 'cancelled' : 'budgetSpent' });
  const { checks, milliseconds } = meter;

  const shortening = new Meter(options.shortening ?? defaultShortening, options, checker);
  const shortcutter = new Shortcutter(steering, found, random);
  shortcutter.improve(shortening);
  if (shortening.isCancelled) return refuse({ kind: 'cancelled' });
  const end = found.at(-1);
  return {
    kind: 'planned',
    path: shortcutter.result,
    goalIndex: goals.find(({ q }) => q.every((value, axis) => value === end?.[axis]))?.index ?? 0,
    statistics: {
      checks: checks + shortening.checks,
      planningMilliseconds: milliseconds,
      shorteningMilliseconds: shortening.milliseconds,
      samples: search.samples,
      foundLength: measurePath(found),
      length: shortcutter.length,
    },
  };
}

function findInvalid(checker: StateChecker, { start, goals, space }: PlanProblem): PlanRefusal | undefined {
  const isUsable = (q: ArrayLike<number>) => q.length === checker.dof && Array.from(q).every(Number.isFinite);
  const message = `A configuration needs ${checker.dof} finite joint angles`;
  if (![start, ...goals].every(isUsable)) return { kind: 'invalidRequest', message };
  if (![space.lower, space.upper].every(isUsable)) {
    return { kind: 'invalidRequest', message: `Limits need ${checker.dof} finite angles each` };
  }
  return goals.length === 0 ? { kind: 'unreachable' } : undefined;
}

function findStartRefusal(checker: StateChecker, problem: PlanProblem, start: Float64Array): PlanRefusal | undefined {
  const joint = findJointOutside(problem.space, start);
  if (joint >= 0) return { kind: 'startOutOfLimits', joint, angle: start[joint] ?? 0 };
  const check = checker.checkConfiguration(start);
  if (check.kind === 'collision') return { ...check, kind: 'startInCollision' };
  const isAllowed = problem.constraint?.isSatisfied(start, 0) ?? true;
  return isAllowed ? undefined : { kind: 'startBreaksConstraint' };
}

/** Returns the goals without contact, nearest first; when there are none, the refusal of the first. */
function sortOutGoals(checker: StateChecker, problem: PlanProblem, start: Float64Array): Goal[] | PlanRefusal {
  const usable: Goal[] = [];
  let refusal: PlanRefusal | undefined;
  for (const [index, goal] of problem.goals.entries()) {
    const q = Float64Array.from(goal);
    const problemOfGoal = findGoalRefusal(checker, problem, q);
    if (problemOfGoal === undefined) usable.push({ index, q });
    refusal = refusal ?? problemOfGoal;
  }
  if (usable.length === 0) return refusal ?? { kind: 'unreachable' };
  const distanceTo = ({ q }: Goal) => measureDistance(start, 0, q, 0, q.length);
  return usable.sort((a, b) => distanceTo(a) - distanceTo(b));
}

function findGoalRefusal(checker: StateChecker, problem: PlanProblem, q: Float64Array): PlanRefusal | undefined {
  if (!isWithinSpace(problem.space, q)) {
    const joint = findJointOutside(problem.space, q);
    return { kind: 'goalOutOfLimits', joint, angle: q[joint] ?? 0 };
  }
  const check = checker.checkConfiguration(q);
  if (check.kind === 'collision') return { ...check, kind: 'goalInCollision' };
  return (problem.constraint?.isSatisfied(q, 0) ?? true) ? undefined : { kind: 'goalBreaksConstraint' };
}

/** Returns the path to the nearest goal with a direct way. */
function findDirect(steering: Steering, start: Float64Array, goals: readonly Goal[]): Float64Array[] | undefined {
  for (const { q } of goals) {
    const way = findWay(steering, start, q);
    if (way !== undefined) return [start, ...way];
  }
  return undefined;
}
