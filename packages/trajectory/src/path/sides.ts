import type { Rows } from './rate-problem.ts';
import { rowValue } from './rate-problem.ts';

/** One side of a group of constraints, bound − sign·row > 0, with what the interior-point method keeps about each. */
export interface Side {
  readonly rows: Rows;
  /** Rows of b where the bound is 1/√b; absent where it is 1. */
  readonly rates: Rows | undefined;
  readonly sign: 1 | -1;
  readonly slack: Float64Array;
  readonly multiplier: Float64Array;
  readonly slackStep: Float64Array;
  readonly multiplierStep: Float64Array;
  /** Value of the constraint minus its slack. */
  readonly residual: Float64Array;
  /** Derivative of the bound 1/√b by b; 0 for the others. */
  readonly boundSlope: Float64Array;
  /** Product of the predictor's steps. */
  readonly correction: Float64Array;
}

export function makeSide(rows: Rows, rates: Rows | undefined, sign: 1 | -1): Side {
  const blank = () => new Float64Array(rows.count);
  return {
    rows,
    rates,
    sign,
    slack: blank(),
    multiplier: blank(),
    slackStep: blank(),
    multiplierStep: blank(),
    residual: blank(),
    boundSlope: blank(),
    correction: blank(),
  };
}

/** Value of a constraint, positive inside; keeps the slope of its bound. */
export function slackOf({ rows, rates, sign, boundSlope }: Side, i: number, c: Float64Array): number {
  const value = sign * rowValue(rows, i, c);
  if (rates === undefined) return 1 - value;
  const b = rowValue(rates, i, c);
  const bound = 1 / Math.sqrt(b);
  boundSlope[i] = -bound / (2 * b);
  return bound - value;
}

/** How a constraint changes along a step of the coefficients. */
export function slackChange({ rows, rates, sign, boundSlope }: Side, i: number, step: Float64Array): number {
  const change = -sign * rowValue(rows, i, step);
  return rates === undefined ? change : change + (boundSlope[i] ?? 0) * rowValue(rates, i, step);
}

/** Takes the residuals at `c`; returns by what share of its bound the worst constraint is missed. */
export function mostMissed(sides: readonly Side[], c: Float64Array): number {
  let worst = 0;
  for (const side of sides) {
    for (let i = 0; i < side.rows.count; i++) {
      const value = slackOf(side, i, c);
      side.residual[i] = value - (side.slack[i] ?? 0);
      if (value >= 0) continue;
      const bound = side.rates === undefined ? 1 : 1 / Math.sqrt(rowValue(side.rates, i, c));
      worst = Math.max(worst, -value / bound);
    }
  }
  return worst;
}

/** Σ slack·multiplier after steps of the given lengths. */
export function pairSum(sides: readonly Side[], primal: number, dual: number): number {
  let sum = 0;
  for (const { slack, multiplier, slackStep, multiplierStep } of sides) {
    for (let i = 0; i < slack.length; i++) {
      const s = (slack[i] ?? 0) + primal * (slackStep[i] ?? 0);
      sum += s * ((multiplier[i] ?? 0) + dual * (multiplierStep[i] ?? 0));
    }
  }
  return sum;
}

/** Adds factor · row to a vector. */
export function addTo(x: Float64Array, { starts, coefficients }: Rows, row: number, factor: number): void {
  const k = starts[row] ?? 0;
  const i = 3 * row;
  x[k] = (x[k] ?? 0) + factor * (coefficients[i] ?? 0);
  x[k + 1] = (x[k + 1] ?? 0) + factor * (coefficients[i + 1] ?? 0);
  x[k + 2] = (x[k + 2] ?? 0) + factor * (coefficients[i + 2] ?? 0);
}
