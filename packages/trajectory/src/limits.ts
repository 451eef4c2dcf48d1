import { COEFFICIENTS_PER_JOINT, fitHermite } from './hermite.ts';
import { derivePolynomial, evaluatePolynomial, findRoots } from './polynomial.ts';
import type { Trajectory, TrajectoryPoint } from './trajectory.ts';
import { trajectoryJointCount } from './trajectory.ts';

/** Symmetric motion limits, one entry per joint: rad/s, rad/s², rad/s³. */
export interface MotionLimits {
  readonly velocity: readonly number[];
  readonly acceleration: readonly number[];
  readonly jerk: readonly number[];
}

/** Motion limits with the joint ranges, rad. */
export interface JointLimits extends MotionLimits {
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

export type LimitQuantity = 'position' | 'velocity' | 'acceleration' | 'jerk';

/** Place where one quantity of one joint exceeds its limit most. */
export interface LimitViolation {
  readonly quantity: LimitQuantity;
  readonly joint: number;
  /** Seconds from the start. */
  readonly time: number;
  readonly value: number;
  readonly limit: number;
  /** Excess over the limit, in the quantity's unit. */
  readonly excess: number;
}

/** An extremum of one quantity of one joint, with the error that rounding of the points may have added to it. */
interface Extremum {
  readonly quantity: LimitQuantity;
  readonly joint: number;
  readonly time: number;
  readonly value: number;
  readonly rounding: number;
}

/**
 * Finds where a trajectory exceeds its limits by more than `tolerance`, at the analytic extrema of every segment's
 * polynomial. Returns the worst violation per joint and quantity, in order of discovery.
 *
 * Jerk has an allowance for the rounding of the points: two accelerations one ulp off, divided by a microsecond, are
 * not a jerk.
 */
export function findLimitViolations(trajectory: Trajectory, limits: JointLimits, tolerance = 1e-9): LimitViolation[] {
  const worst = new Map<string, LimitViolation>();
  visitExtrema(trajectory, ({ quantity, joint, time, value, rounding }) => {
    const [lower, upper] = rangeOf(limits, quantity, joint);
    const excess = Math.max(value - upper, lower - value);
    if (!(excess > tolerance + rounding)) return;
    const key = `${quantity} ${joint}`;
    const limit = value > upper ? upper : lower;
    if (excess > (worst.get(key)?.excess ?? 0)) worst.set(key, { quantity, joint, time, value, limit, excess });
  });
  return [...worst.values()];
}

function rangeOf(limits: JointLimits, quantity: LimitQuantity, joint: number): [number, number] {
  if (quantity === 'position') {
    return [limits.lower?.[joint] ?? Number.NEGATIVE_INFINITY, limits.upper?.[joint] ?? Number.POSITIVE_INFINITY];
  }
  const bound = limits[quantity][joint] ?? Number.POSITIVE_INFINITY;
  return [-bound, bound];
}

/** Calls `visit` with the ends and the interior extrema of every quantity of every joint in every segment. */
function visitExtrema(trajectory: Trajectory, visit: (extremum: Extremum) => void): void {
  const jointCount = trajectoryJointCount(trajectory);
  const coefficients = new Float64Array(jointCount * COEFFICIENTS_PER_JOINT);
  trajectory.points.forEach((from, index) => {
    const to = trajectory.points[index + 1] ?? from;
    fitHermite(from, to, coefficients);
    for (let joint = 0; joint < jointCount; joint++) {
      const base = joint * COEFFICIENTS_PER_JOINT;
      visitSegment(Array.from(coefficients.subarray(base, base + COEFFICIENTS_PER_JOINT)), from, to, joint, visit);
    }
  });
}

function visitSegment(
  position: readonly number[],
  from: TrajectoryPoint,
  to: TrajectoryPoint,
  joint: number,
  visit: (extremum: Extremum) => void,
): void {
  const h = to.timeFromStart - from.timeFromStart;
  const velocity = derivePolynomial(position);
  const acceleration = derivePolynomial(velocity);
  const jerk = derivePolynomial(acceleration);
  const scan = (quantity: LimitQuantity, c: readonly number[], slope: readonly number[], rounding: number) => {
    for (const s of [0, h, ...findRoots(slope, 0, h)]) {
      visit({ quantity, joint, time: from.timeFromStart + s, value: evaluatePolynomial(c, s), rounding });
    }
  };
  scan('position', position, velocity, 0);
  scan('velocity', velocity, acceleration, 0);
  scan('acceleration', acceleration, jerk, 0);
  if (h > 0) scan('jerk', jerk, derivePolynomial(jerk), jerkRounding(from, to, joint, h));
}

/** Returns the error that one ulp in two accelerations and in the time stamps causes in the jerk of a segment. */
export function jerkRounding(from: TrajectoryPoint, to: TrajectoryPoint, joint: number, h: number): number {
  const a0 = Math.abs(from.accelerations[joint] ?? 0);
  const a1 = Math.abs(to.accelerations[joint] ?? 0);
  const jerk = Math.abs((to.accelerations[joint] ?? 0) - (from.accelerations[joint] ?? 0)) / h;
  return (8 * Number.EPSILON * (5 + a0 + a1 + jerk * to.timeFromStart)) / h;
}
