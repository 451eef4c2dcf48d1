import type { LimitUse, MotionLimits } from '../limits.ts';
import { limitUse } from '../limits.ts';
import type { Trajectory, TrajectoryPoint } from '../trajectory.ts';
import { stretchTrajectory, trajectoryDuration } from '../trajectory.ts';
import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives } from './geometric-path.ts';
import type { Grid } from './grid.ts';
import { buildGrid } from './grid.ts';
import { minimiseTime } from './interior-point.ts';
import { guessRates } from './rate-problem.ts';
import { RateSpline } from './rate-spline.ts';
import type { Task } from './rows.ts';
import { buildRateProblem, evaluateAt } from './rows.ts';
import type { ToolLimits } from './tool-travel.ts';
import { ToolTravel } from './tool-travel.ts';

export interface PathTimingOptions {
  readonly limits: MotionLimits;
  readonly tool?: ToolLimits;
  /** Seconds between the points of the result, about; 0.02 by default, more for long motions. */
  readonly resolution?: number;
}

const COARSE_KNOTS = 48;
const COARSE_PER_SPAN = 4;
const FINE_PER_SPAN = 8;
const RESOLUTION = 0.02;
/** A slow motion needs no more knots than this, unless its path has more pieces. */
const MAX_EVEN_KNOTS = 400;
const MAX_KNOTS = 1500;
const SHORTEST_STEP = 0.004;
/** Beyond this use of a jerk limit between the knots, the intervals where it happens are given less and solved again. */
const TOLERATED_JERK_USE = 1.004;
const JERK_RESERVE = 1.003;
/** Stretched to a limit exactly, the rounding of the result would be beyond it. */
const STRETCH_ROUNDING = 1e-9;
/** The tool's speed and acceleration are only sampled: this much is kept for what happens between the samples. */
const TOOL_RESERVE = 1.0005;
const GAUSS: readonly (readonly [number, number])[] = [
  [0.046910077030668, 0.1184634425280945],
  [0.2307653449471585, 0.2393143352496832],
  [0.5, 0.2844444444444444],
  [0.7692346550528415, 0.2393143352496832],
  [0.953089922969332, 0.1184634425280945],
];

/** A timing of a path: the squared rate as a spline over a grid, and the times of the knots. */
interface Timing {
  readonly grid: Grid;
  readonly spline: RateSpline;
  readonly c: Float64Array;
  readonly times: Float64Array;
}

/**
 * The fastest trajectory from rest to rest along a path that keeps velocity, acceleration, jerk and tool limits. It is
 * found on a coarse grid, then again on one that is even in the time of the first answer. The result is measured at the
 * extrema of its polynomials, not only at the grid, and stretched by what a limit is missed by (or tightened by what is
 * left): so it keeps the limits whatever the grid has overlooked.
 */
export function timePath(path: GeometricPath, options: PathTimingOptions): Trajectory {
  const tool = options.tool === undefined ? undefined : new ToolTravel(path, options.tool);
  const task: Task = { path, limits: options.limits, tool };
  const coarse = solveOn(task, buildGrid(path, evenly(COARSE_KNOTS), COARSE_PER_SPAN));
  const fine = solveOn(
    task,
    buildGrid(path, evenInTime(coarse, countKnots(path, coarse, options)), FINE_PER_SPAN),
    coarse,
  );
  const answer = finish(task, fine);
  if (answer.jerkUse <= TOLERATED_JERK_USE) return answer.trajectory;
  const shares = answer.jerkUses.map((use) => 1 / Math.max(1, JERK_RESERVE * use));
  const refined = finish(task, solveOn(task, fine.grid, fine, shares));
  return trajectoryDuration(refined.trajectory) < trajectoryDuration(answer.trajectory)
    ? refined.trajectory
    : answer.trajectory;
}

/** As many knots as the resolution asks for, and as the path has pieces, but none less than `SHORTEST_STEP` apart. */
function countKnots(path: GeometricPath, { times }: Timing, { resolution = RESOLUTION }: PathTimingOptions): number {
  const duration = times[times.length - 1] ?? 0;
  const wanted = Math.max(Math.min(MAX_EVEN_KNOTS, duration / resolution), path.knots.length);
  return Math.max(COARSE_KNOTS, Math.ceil(Math.min(MAX_KNOTS, duration / SHORTEST_STEP, wanted)));
}

/** The trajectory of a timing, stretched to its limits, and what jerk it would have used without that. */
function finish({ path, limits, tool }: Task, timing: Timing) {
  const trajectory = toTrajectory(path, timing);
  const uses = trajectory.points
    .slice(0, -1)
    .map((point, k) => limitUse({ points: [point, trajectory.points[k + 1] ?? point] }, limits));
  const most = (quantity: keyof LimitUse) => uses.reduce((max, use) => Math.max(max, use[quantity]), 0);
  const toolUse = tool === undefined ? 0 : measureToolUse(path, timing, tool);
  const stretch = Math.max(most('velocity'), Math.sqrt(most('acceleration')), Math.cbrt(most('jerk')), toolUse);
  return {
    trajectory: stretchTrajectory(trajectory, stretch * (1 + STRETCH_ROUNDING)),
    jerkUse: most('jerk'),
    jerkUses: Float64Array.from(uses, ({ jerk }) => jerk),
  };
}

/** The fastest timing on a grid, found from that on a coarser one where there is one. */
function solveOn(task: Task, grid: Grid, previous?: Timing, jerkShares?: Float64Array): Timing {
  const spline = new RateSpline(grid.x);
  const problem = buildRateProblem(task, grid, jerkShares);
  const guess =
    previous === undefined
      ? guessRates(problem)
      : Float64Array.from({ length: spline.size }, (_, k) => previous.spline.valueAt(spline.centreOf(k), previous.c));
  const c = minimiseTime(problem, guess);
  const times = new Float64Array(grid.x.length);
  for (let k = 0; k < spline.intervals; k++) {
    const h = (grid.x[k + 1] ?? 0) - (grid.x[k] ?? 0);
    let sum = 0;
    for (const [u, weight] of GAUSS) sum += weight / Math.sqrt(spline.apply(spline.weightsAt(k, u).value, c, k));
    times[k + 1] = (times[k] ?? 0) + sum * h;
  }
  return { grid, spline, c, times };
}

function evenly(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => i / count);
}

/** Knots between which the timing takes equal times. */
function evenInTime({ grid, times }: Timing, count: number): number[] {
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

function toTrajectory(path: GeometricPath, { grid, spline, c, times }: Timing): Trajectory {
  const at = createDerivatives(path.jointCount);
  const points = grid.x.map((x, k): TrajectoryPoint => {
    const interval = Math.min(k, spline.intervals - 1);
    const { value, slope } = spline.weightsAt(interval, k - interval);
    const b = spline.apply(value, c, interval);
    const change = spline.apply(slope, c, interval) / 2;
    const rate = Math.sqrt(b);
    const shape = evaluateAt(path, x, grid.spans[interval] ?? 0, at);
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

/** The stretch the tool's limits ask for, sampled at the knots and between them. */
function measureToolUse(path: GeometricPath, { grid, spline, c }: Timing, tool: ToolTravel): number {
  const at = createDerivatives(path.jointCount);
  let use = 0;
  for (let k = 0; k < spline.intervals; k++) {
    const from = grid.x[k] ?? 0;
    const h = (grid.x[k + 1] ?? 0) - from;
    const span = grid.spans[k] ?? 0;
    for (const u of [0.25, 0.5, 0.75, 1]) {
      const shape = evaluateAt(path, from + u * h, span, at);
      const weights = spline.weightsAt(k, u);
      const b = spline.apply(weights.value, c, k);
      const change = spline.apply(weights.slope, c, k) / 2;
      const travel = tool.derive(shape.s, span);
      const speed = travel.first * shape.first;
      const second = travel.second * shape.first * shape.first + travel.first * shape.second;
      const acceleration = Math.hypot(second * b + speed * change, travel.turning * shape.first * shape.first * b);
      use = Math.max(use, (speed * Math.sqrt(b)) / tool.speed, Math.sqrt(acceleration / tool.acceleration));
    }
  }
  return TOOL_RESERVE * use;
}
