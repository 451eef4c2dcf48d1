import type { StateChecker } from './state-checker.ts';

/** Outcomes of a walk towards a configuration. */
export const walkOutcomes = { trapped: 0, advanced: 1, reached: 2 } as const;

/** Moves from one configuration towards another, with every step proven clear. */
export interface Steering {
  readonly dof: number;
  /** True if a walk is a straight line, so that it can be shortened anywhere. */
  readonly isStraight: boolean;
  /** Configurations of the last walk, `dof` numbers each, without its start. */
  readonly steps: Float64Array;
  /** Number of steps of the last walk. */
  readonly stepCount: number;
  /** Walks at most `range` (Euclidean, rad) from one configuration towards another. */
  walk(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, range: number): number;
  /** Projects a random configuration to a valid end of steps; false when that fails. */
  adopt(q: Float64Array): boolean;
}

/** Minimum length of the proven part that a blocked walk keeps, rad. */
const shortestAdvance = 0.05;

export function measureDistance(a: Float64Array, aAt: number, b: Float64Array, bAt: number, dof: number): number {
  let square = 0;
  for (let axis = 0; axis < dof; axis += 1) {
    const difference = (a[aAt + axis] ?? 0) - (b[bAt + axis] ?? 0);
    square += difference * difference;
  }
  return Math.sqrt(square);
}

/** Steering along straight lines in joint space. */
export class StraightSteering implements Steering {
  readonly dof: number;
  readonly isStraight = true;
  readonly steps: Float64Array;
  stepCount = 0;
  private readonly checker: StateChecker;

  constructor(checker: StateChecker) {
    this.checker = checker;
    this.dof = checker.dof;
    this.steps = new Float64Array(checker.dof);
  }

  walk(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, range: number): number {
    const { dof, steps, checker } = this;
    const distance = measureDistance(from, fromAt, to, toAt, dof);
    const isWithin = distance <= range;
    this.stepCount = 1;
    this.setStep(from, fromAt, to, toAt, isWithin ? 1 : range / distance);
    if (checker.isMotionClear(from, steps, fromAt, 0)) return isWithin ? walkOutcomes.reached : walkOutcomes.advanced;
    const share = checker.clearShare;
    if (share * Math.min(distance, range) < shortestAdvance) return walkOutcomes.trapped;
    this.setStep(from, fromAt, steps, 0, share);
    return walkOutcomes.advanced;
  }

  adopt(): boolean {
    return true;
  }

  private setStep(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, share: number): void {
    const { dof, steps } = this;
    for (let axis = 0; axis < dof; axis += 1) {
      const start = from[fromAt + axis] ?? 0;
      const end = to[toAt + axis] ?? 0;
      // The end must be exact, because paths are joined there.
      steps[axis] = share === 1 ? end : start + (end - start) * share;
    }
  }
}
