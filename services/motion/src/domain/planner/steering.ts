import type { StateChecker } from './state-checker.ts';

/** How a walk towards a configuration ended. */
export const walkOutcomes = { trapped: 0, advanced: 1, reached: 2 } as const;

/** A way to get from one configuration towards another with every step proved clear. */
export interface Steering {
  readonly dof: number;
  /** Whether a walk is a straight line, so that it can be cut and pulled anywhere. */
  readonly isStraight: boolean;
  /** Configurations that the last walk passed, `dof` numbers each, without its start. */
  readonly steps: Float64Array;
  /** How many of them. */
  readonly stepCount: number;
  /** Walks at most `range` (Euclidean, rad) from one configuration towards another. */
  walk(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, range: number): number;
  /** Brings a random configuration to where steps may end; false when that cannot be done. */
  adopt(q: Float64Array): boolean;
}

/** A walk that is stopped keeps the part proved clear when it is at least this long, rad. */
const shortestAdvance = 0.05;

export function measureDistance(a: Float64Array, aAt: number, b: Float64Array, bAt: number, dof: number): number {
  let square = 0;
  for (let axis = 0; axis < dof; axis += 1) {
    const difference = (a[aAt + axis] ?? 0) - (b[bAt + axis] ?? 0);
    square += difference * difference;
  }
  return Math.sqrt(square);
}

/** Straight lines in joint space. */
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
      // Arriving has to be exact: paths are joined where walks arrive.
      steps[axis] = share === 1 ? end : start + (end - start) * share;
    }
  }
}
