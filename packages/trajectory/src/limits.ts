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

/** Where a trajectory leaves a limit most, for one joint and one quantity. */
export interface LimitViolation {
  readonly quantity: LimitQuantity;
  readonly joint: number;
  /** Seconds from the start. */
  readonly time: number;
  readonly value: number;
  readonly limit: number;
  /** How far beyond the limit, in the quantity's unit. */
  readonly excess: number;
}

/**
 * Finds where a trajectory exceeds its limits by more than `tolerance`, at the analytic extrema of every segment's
 * polynomial; the worst violation per joint and quantity, in trajectory order of discovery.
 *
 * Jerk is judged with an allowance for the rounding of the points: two accelerations one ulp off, divided by a
 * microsecond, are not a jerk.
 */
export function findLimitViolations(trajectory: Trajectory, limits: JointLimits, tolerance = 1e-9): LimitViolation[] {
  const worst = new Map<string, LimitViolation>();
  const jointCount = trajectoryJointCount(trajectory);
  const coefficients = new Float64Array(jointCount * COEFFICIENTS_PER_JOINT);
  const note = (violation: LimitViolation) => {
    const key = `${violation.quantity} ${violation.joint}`;
    if (violation.excess > (worst.get(key)?.excess ?? 0)) worst.set(key, violation);
  };
  trajectory.points.forEach((from, index) => {
    const to = trajectory.points[index + 1] ?? from;
    fitHermite(from, to, coefficients);
    for (let joint = 0; joint < jointCount; joint++) {
      const base = joint * COEFFICIENTS_PER_JOINT;
      const position = Array.from(coefficients.subarray(base, base + COEFFICIENTS_PER_JOINT));
      checkSegment(position, from, to, joint, limits, tolerance, note);
    }
  });
  return [...worst.values()];
}

function checkSegment(
  position: readonly number[],
  from: TrajectoryPoint,
  to: TrajectoryPoint,
  joint: number,
  limits: JointLimits,
  tolerance: number,
  note: (violation: LimitViolation) => void,
): void {
  const h = to.timeFromStart - from.timeFromStart;
  const velocity = derivePolynomial(position);
  const acceleration = derivePolynomial(velocity);
  const jerk = derivePolynomial(acceleration);
  const check = (quantity: LimitQuantity, c: readonly number[], lower: number, upper: number, allowance: number) => {
    for (const s of [0, h, ...findRoots(derivePolynomial(c), 0, h)]) {
      const value = evaluatePolynomial(c, s);
      const limit = value > upper ? upper : lower;
      const excess = Math.max(value - upper, lower - value);
      if (excess > allowance) note({ quantity, joint, time: from.timeFromStart + s, value, limit, excess });
    }
  };
  const symmetric = (quantity: LimitQuantity, c: readonly number[], bound: number | undefined, allowance: number) => {
    if (bound !== undefined) check(quantity, c, -bound, bound, allowance);
  };
  const lower = limits.lower?.[joint] ?? Number.NEGATIVE_INFINITY;
  const upper = limits.upper?.[joint] ?? Number.POSITIVE_INFINITY;
  check('position', position, lower, upper, tolerance);
  symmetric('velocity', velocity, limits.velocity[joint], tolerance);
  symmetric('acceleration', acceleration, limits.acceleration[joint], tolerance);
  if (h > 0) symmetric('jerk', jerk, limits.jerk[joint], tolerance + jerkRounding(from, to, joint, h));
}

/** What one ulp in two accelerations and in the time stamps makes of the jerk of a segment. */
function jerkRounding(from: TrajectoryPoint, to: TrajectoryPoint, joint: number, h: number): number {
  const a0 = Math.abs(from.accelerations[joint] ?? 0);
  const a1 = Math.abs(to.accelerations[joint] ?? 0);
  const jerk = Math.abs((to.accelerations[joint] ?? 0) - (from.accelerations[joint] ?? 0)) / h;
  return (8 * Number.EPSILON * (a0 + a1 + jerk * to.timeFromStart)) / h;
}
