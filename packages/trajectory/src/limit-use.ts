import { COEFFICIENTS_PER_JOINT, fitHermite } from './hermite.ts';
import { jerkRounding, type MotionLimits } from './limits.ts';
import type { Trajectory, TrajectoryPoint } from './trajectory.ts';

/** Largest used share of each kind of limit; 1 is the limit. */
export interface LimitUse {
  readonly velocity: number;
  readonly acceleration: number;
  readonly jerk: number;
}

type Measured = { -readonly [Quantity in keyof LimitUse]: number };

const NOTHING: LimitUse = { velocity: 0, acceleration: 0, jerk: 0 };
/** Number of bisections to find an extremum: its value is then exact to the last bit, whatever its position. */
const HALVINGS = 32;

let coefficients = new Float64Array(6 * COEFFICIENTS_PER_JOINT);

/**
 * Measures how much of the motion limits a trajectory uses, at the analytic extrema of its segments. A use of at most
 * `floor` does not matter to the caller and may be underestimated.
 */
export function limitUse({ points }: Trajectory, limits: MotionLimits, floor: LimitUse = NOTHING): LimitUse {
  const use = { ...NOTHING };
  for (const [index, from] of points.entries()) addSegmentUse(from, points[index + 1] ?? from, limits, floor, use);
  return use;
}

/**
 * Measures one segment between two points and raises `use` to its result. Allocates nothing because it runs for every
 * interval.
 */
export function addSegmentUse(
  from: TrajectoryPoint,
  to: TrajectoryPoint,
  limits: MotionLimits,
  floor: LimitUse,
  use: Measured,
): void {
  const h = to.timeFromStart - from.timeFromStart;
  const joints = from.positions.length;
  if (coefficients.length < joints * COEFFICIENTS_PER_JOINT) {
    coefficients = new Float64Array(joints * COEFFICIENTS_PER_JOINT);
  }
  fitHermite(from, to, coefficients);
  for (let joint = 0; joint < joints; joint++) {
    const base = joint * COEFFICIENTS_PER_JOINT;
    const velocity = limits.velocity[joint] ?? Number.NaN;
    const known = velocity * Math.max(use.velocity, floor.velocity);
    if (!(boundSpeed(base, h) <= known)) use.velocity = Math.max(use.velocity, greatestSpeed(base, h) / velocity);
    const acceleration = greatestAcceleration(base, h) / (limits.acceleration[joint] ?? Number.NaN);
    use.acceleration = Math.max(use.acceleration, acceleration);
    if (!(h > 0)) continue;
    const jerk = greatestJerk(base, h) - jerkRounding(from, to, joint, h);
    use.jerk = Math.max(use.jerk, jerk / (limits.jerk[joint] ?? Number.NaN));
  }
}

/** Returns a bound on the speed over [0, h]: a polynomial lies between its Bernstein coefficients. */
function boundSpeed(base: number, h: number): number {
  const c = coefficients;
  const c0 = c[base + 1] ?? 0;
  const c1 = (2 * (c[base + 2] ?? 0) * h) / 4;
  const c2 = (3 * (c[base + 3] ?? 0) * h * h) / 6;
  const c3 = (4 * (c[base + 4] ?? 0) * h * h * h) / 4;
  const c4 = 5 * (c[base + 5] ?? 0) * h * h * h * h;
  return Math.max(
    Math.abs(c0),
    Math.abs(c0 + c1),
    Math.abs(c0 + 2 * c1 + c2),
    Math.abs(c0 + 3 * c1 + 3 * c2 + c3),
    Math.abs(c0 + 4 * c1 + 6 * c2 + 4 * c3 + c4),
  );
}

/**
 * Returns the greatest speed. Between its own extrema, where the jerk is 0, the acceleration crosses 0 at most once:
 * there the speed has an extremum.
 */
function greatestSpeed(base: number, h: number): number {
  const low = firstTurn(base, h);
  const high = secondTurn(base, h);
  return Math.max(
    Math.abs(speedAt(base, 0)),
    Math.abs(speedAt(base, h)),
    speedBetween(base, 0, low),
    speedBetween(base, low, high),
    speedBetween(base, high, h),
  );
}

function greatestAcceleration(base: number, h: number): number {
  return Math.max(
    Math.abs(accelerationAt(base, 0)),
    Math.abs(accelerationAt(base, h)),
    Math.abs(accelerationAt(base, firstTurn(base, h))),
    Math.abs(accelerationAt(base, secondTurn(base, h))),
  );
}

function greatestJerk(base: number, h: number): number {
  const c4 = coefficients[base + 4] ?? 0;
  const c5 = coefficients[base + 5] ?? 0;
  const top = c5 === 0 ? 0 : within(-c4 / (5 * c5), h);
  return Math.max(Math.abs(jerkAt(base, 0)), Math.abs(jerkAt(base, h)), Math.abs(jerkAt(base, top)));
}

/**
 * Returns the speed where the acceleration crosses 0 in an interval in which it only rises or only falls; 0 when it
 * does not cross.
 */
function speedBetween(base: number, from: number, to: number): number {
  const isRising = accelerationAt(base, to) > 0;
  if (!(to > from) || accelerationAt(base, from) > 0 === isRising) return 0;
  let low = from;
  let high = to;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (accelerationAt(base, middle) > 0 === isRising) high = middle;
    else low = middle;
  }
  return Math.abs(speedAt(base, (low + high) / 2));
}

/**
 * Finds the roots of the jerk, 6·c3 + 24·c4·s + 60·c5·s², in ascending order; roots outside [0, h] are moved to its
 * ends.
 */
function firstTurn(base: number, h: number): number {
  return Math.min(turn(base, h, false), turn(base, h, true));
}

function secondTurn(base: number, h: number): number {
  return Math.max(turn(base, h, false), turn(base, h, true));
}

/** Returns one of the two roots in the form that does not cancel. */
function turn(base: number, h: number, isOther: boolean): number {
  const c3 = coefficients[base + 3] ?? 0;
  const c4 = coefficients[base + 4] ?? 0;
  const c5 = coefficients[base + 5] ?? 0;
  const square = 4 * c4 * c4 - 10 * c3 * c5;
  if (!(square >= 0)) return 0;
  const sum = 2 * c4 + (c4 < 0 ? -1 : 1) * Math.sqrt(square);
  return within(isOther ? -sum / (10 * c5) : -c3 / sum, h);
}

/** Clamps a position to [0, h]; maps one that does not exist to 0. */
function within(s: number, h: number): number {
  return s > 0 ? Math.min(s, h) : 0;
}

function speedAt(base: number, s: number): number {
  const c = coefficients;
  const inner = 3 * (c[base + 3] ?? 0) + s * (4 * (c[base + 4] ?? 0) + s * 5 * (c[base + 5] ?? 0));
  return (c[base + 1] ?? 0) + s * (2 * (c[base + 2] ?? 0) + s * inner);
}

function accelerationAt(base: number, s: number): number {
  const c = coefficients;
  const inner = 12 * (c[base + 4] ?? 0) + s * 20 * (c[base + 5] ?? 0);
  return 2 * (c[base + 2] ?? 0) + s * (6 * (c[base + 3] ?? 0) + s * inner);
}

function jerkAt(base: number, s: number): number {
  const c = coefficients;
  return 6 * (c[base + 3] ?? 0) + s * (24 * (c[base + 4] ?? 0) + s * 60 * (c[base + 5] ?? 0));
}
