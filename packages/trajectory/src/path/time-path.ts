import type { MotionLimits } from '../limits.ts';
import type { Trajectory } from '../trajectory.ts';
import { stretchTrajectory, trajectoryDuration } from '../trajectory.ts';
import type { GeometricPath } from './geometric-path.ts';
import { buildGrid } from './grid.ts';
import type { LimitShares, Task } from './rows.ts';
import type { Timing } from './timing.ts';
import { evenInTime, evenly, solveOn, timeOfPassing, toTrajectory } from './timing.ts';
import type { ToolLimits } from './tool-travel.ts';
import { ToolTravel } from './tool-travel.ts';
import { measureUse } from './use.ts';
import type { PathStretch } from './zones.ts';
import { divideByLimits } from './zones.ts';

export interface PathTimingOptions {
  readonly limits: MotionLimits;
  readonly tool?: ToolLimits;
  /** Approximate seconds between the points of the result; 0.02 by default, more for long motions. */
  readonly resolution?: number;
}

/** Limits that a part of the path lowers, and parameters of the path whose times are requested. */
export interface PathParts {
  readonly stretches?: readonly PathStretch[];
  readonly marks?: readonly number[];
}

export interface TimedPath {
  readonly trajectory: Trajectory;
  /** Seconds after which each mark is passed. */
  readonly markTimes: readonly number[];
}

/**
 * Knots of the coarse grid. The fine grid starts about as well from these as from twice as many, which would cost as
 * much as the fine grid of a short path.
 */
const COARSE_KNOTS = 24;
const LEAST_FINE_KNOTS = 48;
const COARSE_PER_SECTION = 2;
const FINE_PER_SECTION = 8;
/**
 * Iterations on the coarse grid. Its result is a guess for the fine grid, so further iterations change little. A path
 * of many corners needs more than half of these; saving them here would cost the fine grid several times as much.
 */
const COARSE_ITERATIONS = 80;
const FINE_ITERATIONS = 100;
const RESOLUTION = 0.02;
/** Maximum number of even knots of a slow motion, unless its path has more pieces. */
const MAX_EVEN_KNOTS = 400;
const MAX_KNOTS = 1500;
const SHORTEST_STEP = 0.004;
/**
 * Largest stretch of the motion for limits missed between the knots; above it, those intervals get a smaller share of
 * the limits.
 */
const TOLERATED_STRETCH = 1.0008;
const MOST_CORRECTIONS = 6;
/** Extra reduction of an interval's share beyond its miss, so that the next miss is much smaller. */
const CORRECTION_RESERVE = 1.0003;
/** Extra stretch: stretched exactly to a limit, the rounding of the result would exceed it. */
const STRETCH_ROUNDING = 1e-9;

/** Plans the fastest trajectory from rest to rest along a path within the limits; see {@link timePathInParts}. */
export function timePath(path: GeometricPath, options: PathTimingOptions): Trajectory {
  return timePathInParts(path, options, {}).trajectory;
}

/**
 * Plans the fastest trajectory from rest to rest along a path that keeps velocity, acceleration, jerk and tool limits,
 * with separate limits on every stretch. Solves on a coarse grid first, then on one that is even in the time of the
 * first result. The result is measured at the extrema of its polynomials, not only at the grid: intervals that miss a
 * limit get a smaller share of it and the rest is solved again. Any remaining miss stretches the whole trajectory (a
 * remaining margin tightens it), so that it keeps the limits whatever the grid has missed.
 */
export function timePathInParts(
  path: GeometricPath,
  options: PathTimingOptions,
  { stretches = [], marks = [] }: PathParts,
): TimedPath {
  const zones = divideByLimits(path, options, stretches);
  const zoneEnds = zones.map(({ to }) => to);
  const task: Task = {
    path,
    zones: zones.map((zone) => ({ ...zone, travels: zone.tools.map((tool) => new ToolTravel(path, tool)) })),
  };
  const coarse = solveOn(task, buildGrid(path, zoneEnds, evenly(COARSE_KNOTS), COARSE_PER_SECTION), COARSE_ITERATIONS);
  const knots = evenInTime(coarse, countKnots(path, coarse, options));
  const { timing, stretch } = correct(
    task,
    solveOn(task, buildGrid(path, zoneEnds, knots, FINE_PER_SECTION), FINE_ITERATIONS, coarse),
  );
  const trajectory = stretchTrajectory(toTrajectory(path, timing), stretch);
  const markTimes = marks.map((s) =>
    s >= path.length ? trajectoryDuration(trajectory) : timeOfPassing(path, timing, s) * stretch,
  );
  return { trajectory, markTimes };
}

/**
 * Returns the number of knots that the resolution and the pieces of the path require, at least `SHORTEST_STEP` apart.
 */
function countKnots(path: GeometricPath, { times }: Timing, { resolution = RESOLUTION }: PathTimingOptions): number {
  const duration = times[times.length - 1] ?? 0;
  const wanted = Math.max(Math.min(MAX_EVEN_KNOTS, duration / resolution), path.knots.length);
  return Math.max(LEAST_FINE_KNOTS, Math.ceil(Math.min(MAX_KNOTS, duration / SHORTEST_STEP, wanted)));
}

/** Reduces limits that are missed between the knots, as long as the whole motion gets faster. */
function correct(task: Task, first: Timing): { timing: Timing; stretch: number } {
  let timing = first;
  let shares: LimitShares | undefined;
  let best = { timing, stretch: Number.POSITIVE_INFINITY };
  for (let pass = 0; ; pass++) {
    const { uses, stretch } = measureUse(task, timing, toTrajectory(task.path, timing));
    const found = { timing, stretch: stretch * (1 + STRETCH_ROUNDING) };
    if (durationOf(found) < durationOf(best)) best = found;
    if (stretch <= TOLERATED_STRETCH || pass === MOST_CORRECTIONS) return best;
    shares = lessen(shares, uses);
    timing = solveOn(task, first.grid, FINE_ITERATIONS, timing, shares);
  }
}

function durationOf({ timing: { times }, stretch }: { timing: Timing; stretch: number }): number {
  return (times[times.length - 1] ?? 0) * stretch;
}

function lessen(shares: LimitShares | undefined, uses: LimitShares): LimitShares {
  const of = (kind: keyof LimitShares) =>
    uses[kind].map((use, k) => (shares?.[kind][k] ?? 1) / (use > 1 ? use * CORRECTION_RESERVE : 1));
  return { velocity: of('velocity'), acceleration: of('acceleration'), jerk: of('jerk'), tool: of('tool') };
}
