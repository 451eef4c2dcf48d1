import type { Trajectory, TrajectoryPoint } from './trajectory.ts';

/**
 * Creates a test trajectory from rest: every joint follows the same jerk phases `[seconds, jerk]`, scaled by its
 * factor.
 */
export function driveJerks(factors: readonly number[], phases: readonly (readonly [number, number])[]): Trajectory {
  let [time, p, v, a] = [0, 0, 0, 0];
  const point = (): TrajectoryPoint => ({
    timeFromStart: time,
    positions: factors.map((factor) => factor * p),
    velocities: factors.map((factor) => factor * v),
    accelerations: factors.map((factor) => factor * a),
  });
  const points = [point()];
  for (const [h, jerk] of phases) {
    p += h * (v + h * (a / 2 + (h * jerk) / 6));
    v += h * (a + (h * jerk) / 2);
    a += h * jerk;
    time += h;
    points.push(point());
  }
  return { points };
}

/** Rest to rest with seven phases: jerk 18, acceleration 1.8, cruising at 1.44 (times each factor). */
export const SEVEN_PHASES: readonly (readonly [number, number])[] = [
  [0.1, 18],
  [0.7, 0],
  [0.1, -18],
  [1, 0],
  [0.1, -18],
  [0.7, 0],
  [0.1, 18],
];

/** Limits of the product's default arm. */
export const ARM_LIMITS = {
  velocity: [4.7, 4.7, 5, 6.8, 6.8, 6.8],
  acceleration: [1.8, 1.8, 2.5, 3.4, 3.4, 2],
  jerk: [18, 18, 25, 34, 34, 20],
};

/** Options that run properties on the same examples every time. */
export const PROPERTY = { seed: 20_260, numRuns: 300 };
