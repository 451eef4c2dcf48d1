import type { Rows } from './rate-problem.ts';
import { rowValue } from './rate-problem.ts';

/** One side of constraints, bound − sign·row > 0, with the interior-point method's values for each. */
export interface Side {
  readonly sign: 1 | -1;
  readonly slack: Float64Array;
  readonly multiplier: Float64Array;
  readonly slackStep: Float64Array;
  readonly multiplierStep: Float64Array;
  /** Value of the constraint minus its slack. */
  readonly residual: Float64Array;
  /** Product of the predictor's steps; 0 while they are computed. */
  readonly correction: Float64Array;
  /** Force of each constraint in the current step. */
  readonly force: Float64Array;
}

/**
 * Constraints of one kind: row < bound, or |row| < bound where there are two sides. Both sides share everything that
 * depends on the coefficients, so each row is evaluated once for both.
 */
export interface ConstraintGroup {
  readonly rows: Rows;
  /** Rows of b where the bound is 1/√b; absent where it is 1. */
  readonly rates: Rows | undefined;
  readonly sides: readonly Side[];
  /** Derivative of the bound 1/√b by b; 0 for the others. */
  readonly boundSlope: Float64Array;
  /** Row and bound at the coefficients, or their change along a step. */
  readonly value: Float64Array;
  readonly bound: Float64Array;
}

export function makeGroup(rows: Rows, rates: Rows | undefined, signs: readonly Side['sign'][]): ConstraintGroup {
  const blank = () => new Float64Array(rows.count);
  const sides = signs.map(
    (sign): Side => ({
      sign,
      slack: blank(),
      multiplier: blank(),
      slackStep: blank(),
      multiplierStep: blank(),
      residual: blank(),
      correction: blank(),
      force: blank(),
    }),
  );
  return { rows, rates, sides, boundSlope: blank(), value: blank(), bound: blank().fill(1) };
}

/** Evaluates rows, bounds and their slopes at `c`. */
export function evaluate({ rows, rates, value, bound, boundSlope }: ConstraintGroup, c: Float64Array): void {
  for (let i = 0; i < rows.count; i++) {
    value[i] = rowValue(rows, i, c);
    if (rates === undefined) {
      bound[i] = 1;
      continue;
    }
    const b = rowValue(rates, i, c);
    const limit = 1 / Math.sqrt(b);
    bound[i] = limit;
    boundSlope[i] = -limit / (2 * b);
  }
}

/** Evaluates the change of rows and bounds along a step of the coefficients. */
export function evaluateStep({ rows, rates, value, bound, boundSlope }: ConstraintGroup, step: Float64Array): void {
  for (let i = 0; i < rows.count; i++) {
    value[i] = rowValue(rows, i, step);
    bound[i] = rates === undefined ? 0 : (boundSlope[i] ?? 0) * rowValue(rates, i, step);
  }
}

/**
 * Updates the residuals at the evaluated coefficients. Returns by what share of its bound the worst constraint is
 * missed.
 */
export function takeResiduals({ value, bound, sides }: ConstraintGroup): number {
  let worst = 0;
  for (const { sign, slack, residual } of sides) {
    for (let i = 0; i < slack.length; i++) {
      const limit = bound[i] ?? 0;
      const room = limit - sign * (value[i] ?? 0);
      residual[i] = room - (slack[i] ?? 0);
      if (!(room >= 0)) worst = Math.max(worst, -room / limit);
    }
  }
  return worst;
}

/** Returns Σ slack·multiplier after steps of the given lengths. */
export function pairSum(groups: readonly ConstraintGroup[], primal: number, dual: number): number {
  let sum = 0;
  for (const { sides } of groups) {
    for (const { slack, multiplier, slackStep, multiplierStep } of sides) {
      for (let i = 0; i < slack.length; i++) {
        const s = (slack[i] ?? 0) + primal * (slackStep[i] ?? 0);
        sum += s * ((multiplier[i] ?? 0) + dual * (multiplierStep[i] ?? 0));
      }
    }
  }
  return sum;
}

/** Computes the force of each constraint towards complementarity `centre`. */
export function takeForces({ slack, multiplier, residual, correction, force }: Side, centre: number): void {
  for (let i = 0; i < slack.length; i++) {
    const goal = centre - (correction[i] ?? 0);
    force[i] = (goal - (multiplier[i] ?? 0) * (residual[i] ?? 0)) / (slack[i] ?? 1);
  }
}

/** Computes the steps of slacks and multipliers for the evaluated step of the coefficients. */
export function takeSteps(side: Side, { value, bound }: ConstraintGroup, centre: number): void {
  const { sign, slack, multiplier, residual, correction, slackStep, multiplierStep } = side;
  for (let i = 0; i < slack.length; i++) {
    const change = (bound[i] ?? 0) - sign * (value[i] ?? 0) + (residual[i] ?? 0);
    const own = multiplier[i] ?? 0;
    slackStep[i] = change;
    multiplierStep[i] = (centre - (correction[i] ?? 0) - own * change) / (slack[i] ?? 1) - own;
  }
}

/** Adds factor · row to a vector. */
export function addTo(x: Float64Array, { starts, coefficients }: Rows, row: number, factor: number): void {
  const k = starts[row] ?? 0;
  const i = 3 * row;
  x[k] = (x[k] ?? 0) + factor * (coefficients[i] ?? 0);
  x[k + 1] = (x[k + 1] ?? 0) + factor * (coefficients[i + 1] ?? 0);
  x[k + 2] = (x[k + 2] ?? 0) + factor * (coefficients[i + 2] ?? 0);
}
