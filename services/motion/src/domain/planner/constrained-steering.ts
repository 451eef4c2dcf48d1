import type { PathConstraint } from './constraint.ts';
import type { SearchSpace } from './search-space.ts';
import { isWithinSpace } from './search-space.ts';
import type { StateChecker } from './state-checker.ts';
import { measureDistance, type Steering, walkOutcomes } from './steering.ts';

const maximumSteps = 400;

/** Moves in small steps, each projected onto the constraint. */
export class ConstrainedSteering implements Steering {
  readonly dof: number;
  readonly isStraight = false;
  steps: Float64Array;
  stepCount = 0;
  private readonly here: Float64Array;
  private readonly next: Float64Array;
  private readonly checker: StateChecker;
  private readonly constraint: PathConstraint;
  private readonly space: SearchSpace;

  constructor(checker: StateChecker, constraint: PathConstraint, space: SearchSpace) {
    this.checker = checker;
    this.constraint = constraint;
    this.space = space;
    this.dof = checker.dof;
    this.steps = new Float64Array(maximumSteps * checker.dof);
    this.here = new Float64Array(checker.dof);
    this.next = new Float64Array(checker.dof);
  }

  adopt(q: Float64Array): boolean {
    return this.constraint.project(q) && isWithinSpace(this.space, q);
  }

  walk(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, range: number): number {
    const { dof, here, next, steps } = this;
    this.stepCount = 0;
    for (let axis = 0; axis < dof; axis += 1) here[axis] = from[fromAt + axis] ?? 0;
    let walked = 0;
    while (walked < range && this.stepCount < maximumSteps) {
      const before = measureDistance(here, 0, to, toAt, dof);
      const isLast = this.stepTowards(to, toAt);
      if (!isLast && !this.isUseful(before, to, toAt)) break;
      if (!this.checker.isMotionClear(here, next)) break;
      walked += measureDistance(here, 0, next, 0, dof);
      here.set(next);
      steps.set(next, this.stepCount * dof);
      this.stepCount += 1;
      if (isLast) return walkOutcomes.reached;
    }
    return this.stepCount === 0 ? walkOutcomes.trapped : walkOutcomes.advanced;
  }

  /** Writes the next configuration. True when it is the target itself. */
  private stepTowards(to: Float64Array, toAt: number): boolean {
    const { dof, here, next, constraint } = this;
    let sum = 0;
    for (let axis = 0; axis < dof; axis += 1) sum += Math.abs((to[toAt + axis] ?? 0) - (here[axis] ?? 0));
    const share = Math.min(1, constraint.longestStep / 2 / sum);
    const isLast = sum <= constraint.longestStep;
    for (let axis = 0; axis < dof; axis += 1) {
      const end = to[toAt + axis] ?? 0;
      const start = here[axis] ?? 0;
      next[axis] = isLast ? end : start + (end - start) * share;
    }
    return isLast;
  }

  /** Projects the next step. False when it exceeds limits, deviates too far, or is no nearer to the target. */
  private isUseful(before: number, to: Float64Array, toAt: number): boolean {
    const { dof, here, next, constraint, space } = this;
    if (!constraint.project(next) || !isWithinSpace(space, next)) return false;
    let sum = 0;
    for (let axis = 0; axis < dof; axis += 1) sum += Math.abs((next[axis] ?? 0) - (here[axis] ?? 0));
    if (sum > constraint.longestStep) return false;
    return measureDistance(next, 0, to, toAt, dof) < before - 0.1 * measureDistance(here, 0, next, 0, dof);
  }
}
