import type { Trajectory, TrajectoryPoint } from '../trajectory.ts';
import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives } from './geometric-path.ts';
import type { Grid } from './grid.ts';
import { invertShape } from './grid.ts';
import { minimiseTime } from './interior-point.ts';
import type { RateProblem } from './rate-problem.ts';
import { guessRates, keepNear, largestUse } from './rate-problem.ts';
import { RateSpline } from './rate-spline.ts';
import type { LimitShares, Task } from './rows.ts';
import { buildRateProblem, evaluateAt } from './rows.ts';

const GAUSS: readonly (readonly [number, number])[] = [
  [0.046910077030668, 0.1184634425280945],
  [0.2307653449471585, 0.2393143352496832],
  [0.5, 0.2844444444444444],
  [0.7692346550528415, 0.2393143352496832],
  [0.953089922969332, 0.1184634425280945],
];

/** Share of its limit below which an acceleration or jerk of a guess hardly ever limits the motion. */
const NEAR_SHARE = 0.3;
/** Largest tolerated use. A greater one is corrected where the motion is measured, at the expense of its time. */
const TOLERATED_USE = 1.0005;

/** A timing of a path: the squared rate as a spline over a grid, and the times of the knots. */
export interface Timing {
  readonly grid: Grid;
  readonly spline: RateSpline;
  readonly c: Float64Array;
  readonly times: Float64Array;
}

/**
 * Finds the fastest timing on a grid in a limited number of iterations, starting from the timing on a coarser grid if
 * given.
 */
export function solveOn(task: Task, grid: Grid, iterations: number, previous?: Timing, shares?: LimitShares): Timing {
  const spline = new RateSpline(grid.x);
  const problem = buildRateProblem(task, grid, shares);
  const c = previous
    ? improve(problem, spline, previous, iterations)
    : minimiseTime(problem, guessRates(problem), iterations);
  const times = new Float64Array(grid.x.length);
  for (let k = 0; k < spline.intervals; k++) times[k + 1] = (times[k] ?? 0) + timeInto(spline, c, k, 1);
  return { grid, spline, c, times };
}

/**
 * Solves a problem from a timing on another grid, leaving out the constraints far from their limit unless they become
 * active.
 */
function improve(
  problem: RateProblem,
  spline: RateSpline,
  { spline: from, c }: Timing,
  iterations: number,
): Float64Array {
  const guess = Float64Array.from({ length: spline.size }, (_, k) => from.valueAt(spline.centreOf(k), c));
  const found = minimiseTime(keepNear(problem, guess, NEAR_SHARE), guess, iterations);
  return largestUse(problem, found) > TOLERATED_USE ? minimiseTime(problem, guess, iterations) : found;
}

/** Returns the seconds from the start of an interval to a fraction `u` into it. */
function timeInto(spline: RateSpline, c: Float64Array, interval: number, u: number): number {
  const h = (spline.x[interval + 1] ?? 0) - (spline.x[interval] ?? 0);
  let sum = 0;
  for (const [at, weight] of GAUSS) {
    sum += weight / Math.sqrt(spline.apply(spline.weightsAt(interval, u * at).value, c, interval));
  }
  return sum * u * h;
}

/** Returns the seconds at which a timing passes a parameter of its path. */
export function timeOfPassing(path: GeometricPath, { spline, c, times }: Timing, s: number): number {
  const x = invertShape(s / path.length);
  let interval = 0;
  while (interval + 1 < spline.intervals && (spline.x[interval + 1] ?? 1) <= x) interval++;
  const from = spline.x[interval] ?? 0;
  const u = (x - from) / ((spline.x[interval + 1] ?? 1) - from);
  return (times[interval] ?? 0) + timeInto(spline, c, interval, Math.min(1, u));
}

/** Returns knots between which the timing takes equal times. */
export function evenInTime({ grid, times }: Timing, count: number): number[] {
  const total = times[times.length - 1] ?? 0;
  let k = 1;
  return evenly(count).map((share) => {
    const time = share * total;
    while (k < times.length - 1 && (times[k] ?? 0) < time) k++;
    const from = times[k - 1] ?? 0;
    const to = times[k] ?? 0;
    const x0 = grid.x[k - 1] ?? 0;
    return x0 + ((grid.x[k] ?? 0) - x0) * (to > from ? Math.min(1, (time - from) / (to - from)) : 0);
  });
}

export function evenly(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => i / count);
}

/** Creates one point per knot, with the timing's velocities and accelerations there. */
export function toTrajectory(path: GeometricPath, { grid, spline, c, times }: Timing): Trajectory {
  const at = createDerivatives(path.jointCount);
  const points = grid.x.map((x, k): TrajectoryPoint => {
    const interval = Math.min(k, spline.intervals - 1);
    const { value, slope } = spline.weightsAt(interval, k - interval);
    const b = spline.apply(value, c, interval);
    const change = spline.apply(slope, c, interval) / 2;
    const rate = Math.sqrt(b);
    const shape = evaluateAt(path, x, grid.sections[interval]?.span ?? 0, at);
    const velocities: number[] = [];
    const accelerations: number[] = [];
    at.first.forEach((q1, joint) => {
      const first = q1 * shape.first;
      const second = (at.second[joint] ?? 0) * shape.first * shape.first + q1 * shape.second;
      velocities.push(first * rate);
      accelerations.push(second * b + first * change);
    });
    return { timeFromStart: times[k] ?? 0, positions: Array.from(at.position), velocities, accelerations };
  });
  return { points };
}
