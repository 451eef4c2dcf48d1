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
  /** Seconds between the points of the result, about; 0.02 by default, more for long motions. */
  readonly resolution?: number;
}

/** Limits that a part of the path lowers, and parameters of the path whose times are asked for. */
export interface PathParts {
  readonly stretches?: readonly PathStretch[];
  readonly marks?: readonly number[];
}

export interface TimedPath {
  readonly trajectory: Trajectory;
  /** Seconds at which each mark is passed. */
  readonly markTimes: readonly number[];
}

/** The fine grid begins about as well from these as from twice as many, which cost as much as the fine grid of a short path. */
const COARSE_KNOTS = 24;
const LEAST_FINE_KNOTS = 48;
const COARSE_PER_SECTION = 2;
const FINE_PER_SECTION = 8;
/**
 * The coarse answer is a guess for the fine one: what it needs more changes little. A path of many corners needs more than
 * half of these; the fine grid would pay for what is saved here several times over.
 */
const COARSE_ITERATIONS = 80;
const FINE_ITERATIONS = 100;
const RESOLUTION = 0.02;
/** A slow motion needs no more knots than this, unless its path has more pieces. */
const MAX_EVEN_KNOTS = 400;
const MAX_KNOTS = 1500;
const SHORTEST_STEP = 0.004;
/** Where limits missed between the knots would stretch the motion by more, those intervals are given less of them. */
const TOLERATED_STRETCH = 1.0008;
const MOST_CORRECTIONS = 6;
/** Given less by what it missed and this, an interval is not missed by nearly as much again. */
const CORRECTION_RESERVE = 1.0003;
/** Stretched to a limit exactly, the rounding of the result would be beyond it. */
const STRETCH_ROUNDING = 1e-9;

/** The fastest trajectory from rest to rest along a path within the limits; see {@link timePathInParts}. */
export function timePath(path: GeometricPath, options: PathTimingOptions): Trajectory {
  return timePathInParts(path, options, {}).trajectory;
}

/**
 * The fastest trajectory from rest to rest along a path that keeps velocity, acceleration, jerk and tool limits, on every
 * stretch its own. It is found on a coarse grid, then again on one that is even in the time of the first answer. The
 * result is measured at the extrema of its polynomials, not only at the grid: intervals that miss a limit are given less
 * of it and the rest is solved anew. What is still missed then stretches the whole (or tightens it by what is left), so
 * that it keeps the limits whatever the grid has overlooked.
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

/** As many knots as the resolution asks for, and as the path has pieces, but none less than `SHORTEST_STEP` apart. */
function countKnots(path: GeometricPath, { times }: Timing, { resolution = RESOLUTION }: PathTimingOptions): number {
  const duration = times[times.length - 1] ?? 0;
  const wanted = Math.max(Math.min(MAX_EVEN_KNOTS, duration / resolution), path.knots.length);
  return Math.max(LEAST_FINE_KNOTS, Math.ceil(Math.min(MAX_KNOTS, duration / SHORTEST_STEP, wanted)));
}

/** Takes limits away where they are missed between the knots, as often as that makes the motion faster as a whole. */
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
