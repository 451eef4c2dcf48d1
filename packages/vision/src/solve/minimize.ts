import { solveLinear } from './linear.ts';

export interface Minimum {
  readonly parameters: readonly number[];
  /** Root mean square of the residuals. */
  readonly rms: number;
}

const maxRounds = 60;
const step = 1e-6;
const closeEnough = 1e-12;

/** Finds the parameters with the least sum of squares, from a start nearby (Levenberg–Marquardt, numeric derivatives). */
export function minimize(start: readonly number[], residualsAt: (parameters: readonly number[]) => number[]): Minimum {
  let parameters = [...start];
  let residuals = residualsAt(parameters);
  let cost = sumOfSquares(residuals);
  let damping = 1e-3;
  for (let round = 0; round < maxRounds; round += 1) {
    const { normal, gradient } = linearize(parameters, residuals, residualsAt);
    let isBetter = false;
    while (!isBetter && damping < 1e12) {
      const damped = normal.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) + 1e-30 : value)));
      const change = solveLinear(damped, gradient);
      const next = change && parameters.map((value, index) => value - (change[index] ?? 0));
      const nextResiduals = next && residualsAt(next);
      const nextCost = nextResiduals ? sumOfSquares(nextResiduals) : Number.POSITIVE_INFINITY;
      isBetter = nextCost < cost;
      damping *= isBetter ? 0.1 : 10;
      if (!isBetter || !next || !nextResiduals) continue;
      const gain = (cost - nextCost) / (cost + Number.MIN_VALUE);
      [parameters, residuals, cost] = [next, nextResiduals, nextCost];
      if (gain < closeEnough) return describe(parameters, cost, residuals.length);
    }
    if (!isBetter) break;
  }
  return describe(parameters, cost, residuals.length);
}

function describe(parameters: readonly number[], cost: number, count: number): Minimum {
  return { parameters, rms: Math.sqrt(cost / Math.max(1, count)) };
}

function sumOfSquares(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}

function linearize(
  parameters: readonly number[],
  residuals: readonly number[],
  residualsAt: (parameters: readonly number[]) => number[],
): { readonly normal: number[][]; readonly gradient: number[] } {
  const columns = parameters.map((value, index) => {
    const by = step * Math.max(1, Math.abs(value));
    const above = residualsAt(parameters.with(index, value + by));
    const below = residualsAt(parameters.with(index, value - by));
    return Float64Array.from(above, (residual, at) => (residual - (below[at] ?? 0)) / (2 * by));
  });
  const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
    let sum = 0;
    for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
    return sum;
  };
  const normal = columns.map((one) => columns.map((other) => dot(one, other)));
  return { normal, gradient: columns.map((column) => dot(column, residuals)) };
}
