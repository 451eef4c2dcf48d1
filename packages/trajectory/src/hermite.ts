import type { TrajectoryPoint } from './trajectory.ts';

const EPSILON = 2.220446049250313e-16;
/**
 * Rounding that points carry from all the motion before them, rad and rad/s: the interpolation may miss a point by this
 * much. A picoradian is invisible.
 */
export const CARRIED_ROUNDING = 1e-12;

/** Coefficients per joint in `coefficients`: position(s) = Σ c[6·joint + k]·s^k, s in seconds since the segment's start. */
export const COEFFICIENTS_PER_JOINT = 6;

/**
 * Writes the quintic Hermite polynomial between two points, six coefficients per joint, lowest order first.
 *
 * The polynomial is the constant-jerk cubic of the two accelerations plus a correction for the remaining error of
 * position and velocity. A correction within the rounding of the points is dropped: dividing rounding noise by h⁵ would
 * turn the short segments of a jerk-limited motion into spikes of jerk.
 */
export function fitHermite(from: TrajectoryPoint, to: TrajectoryPoint, coefficients: Float64Array): void {
  const h = to.timeFromStart - from.timeFromStart;
  const joints = from.positions.length;
  for (let joint = 0; joint < joints; joint++) {
    const p0 = from.positions[joint] ?? 0;
    const v0 = from.velocities[joint] ?? 0;
    const a0 = from.accelerations[joint] ?? 0;
    const p1 = to.positions[joint] ?? 0;
    const v1 = to.velocities[joint] ?? 0;
    const a1 = to.accelerations[joint] ?? 0;
    const jerk = h > 0 ? (a1 - a0) / h : 0;
    let positionGap = p1 - (p0 + h * (v0 + h * (a0 / 2 + (h * jerk) / 6)));
    let velocityGap = v1 - (v0 + h * (a0 + (h * jerk) / 2));
    const speed = Math.abs(v0) + Math.abs(v1);
    const clock = to.timeFromStart + h;
    const pull = Math.abs(a0) + Math.abs(a1);
    const positionNoise = CARRIED_ROUNDING + 8 * EPSILON * (Math.abs(p0) + Math.abs(p1) + speed * clock + pull * h * h);
    const velocityNoise = CARRIED_ROUNDING + 8 * EPSILON * (speed + pull * clock);
    if (Math.abs(positionGap) <= positionNoise && Math.abs(velocityGap) <= velocityNoise) {
      positionGap = 0;
      velocityGap = 0;
    }
    const base = joint * COEFFICIENTS_PER_JOINT;
    const drift = velocityGap * h;
    const h3 = h * h * h;
    const scale = h3 > 0 ? 1 / h3 : 0;
    coefficients[base] = p0;
    coefficients[base + 1] = v0;
    coefficients[base + 2] = a0 / 2;
    coefficients[base + 3] = jerk / 6 + (10 * positionGap - 4 * drift) * scale;
    coefficients[base + 4] = h3 > 0 ? ((-15 * positionGap + 7 * drift) * scale) / h : 0;
    coefficients[base + 5] = h3 > 0 ? ((6 * positionGap - 3 * drift) * scale) / (h * h) : 0;
  }
}
