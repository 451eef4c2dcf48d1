import { expect } from 'vitest';
import type { MotionLimits } from './limits.ts';
import type { Trajectory } from './trajectory.ts';

const SAMPLES = 12;

/** Worst excess over the limits found by a dense, independent check of a trajectory. */
interface DenseExcess {
  readonly velocity: number;
  readonly acceleration: number;
  /** Only on segments of at least 30 ms: on shorter ones the rounding of the points exceeds the values of interest. */
  readonly jerk: number;
}

/**
 * Checks a trajectory with code that shares nothing with the library: the quintic as a Taylor polynomial whose last
 * three coefficients solve the three conditions at the segment's end by elimination.
 */
function denseExcess(trajectory: Trajectory, limits: MotionLimits): DenseExcess {
  const worst = { velocity: 0, acceleration: 0, jerk: 0 };
  for (let index = 0; index + 1 < trajectory.points.length; index++) {
    const from = trajectory.points[index];
    const to = trajectory.points[index + 1];
    if (from === undefined || to === undefined) continue;
    const h = to.timeFromStart - from.timeFromStart;
    from.positions.forEach((_, joint) => {
      const get = (row: readonly number[]) => row[joint] ?? Number.NaN;
      const v0 = get(from.velocities) * h;
      const a0 = get(from.accelerations) * h * h;
      // Conditions at u = 1 on the terms u³, u⁴, u⁵, row by row: value, slope, bend.
      const value = get(to.positions) - get(from.positions) - v0 - a0 / 2;
      const slope = get(to.velocities) * h - v0 - a0;
      const bend = get(to.accelerations) * h * h - a0;
      // Subtract 3·value and 6·value to clear u³, then 3 times the second row to clear u⁴.
      const second = slope - 3 * value;
      const c5 = (bend - 6 * value - 6 * second) / 2;
      const c4 = second - 2 * c5;
      const c3 = value - c4 - c5;
      for (let sample = 0; sample <= SAMPLES; sample++) {
        const u = sample / SAMPLES;
        const v = (v0 + a0 * u + 3 * c3 * u ** 2 + 4 * c4 * u ** 3 + 5 * c5 * u ** 4) / h;
        const a = (a0 + 6 * c3 * u + 12 * c4 * u ** 2 + 20 * c5 * u ** 3) / h ** 2;
        const j = (6 * c3 + 24 * c4 * u + 60 * c5 * u ** 2) / h ** 3;
        const isShort = h < 0.03;
        if (!isShort) worst.velocity = Math.max(worst.velocity, Math.abs(v) - get(limits.velocity));
        if (!isShort) worst.acceleration = Math.max(worst.acceleration, Math.abs(a) - get(limits.acceleration));
        if (!isShort) worst.jerk = Math.max(worst.jerk, Math.abs(j) - get(limits.jerk));
      }
      for (const point of [from, to]) {
        worst.velocity = Math.max(worst.velocity, Math.abs(get(point.velocities)) - get(limits.velocity));
        worst.acceleration = Math.max(
          worst.acceleration,
          Math.abs(get(point.accelerations)) - get(limits.acceleration),
        );
      }
    });
  }
  return worst;
}

/**
 * Expects velocity and acceleration within the limits to a nanoradian, and jerk to the rounding of positions over 30
 * ms.
 */
export function expectDenselyWithin(trajectory: Trajectory, limits: MotionLimits): void {
  const { velocity, acceleration, jerk } = denseExcess(trajectory, limits);
  expect(velocity).toBeLessThan(1e-9);
  expect(acceleration).toBeLessThan(1e-9);
  expect(jerk).toBeLessThan(1e-6);
}

/** Returns the distance from a point to the nearest of the segments between neighbouring corners. */
export function distanceToPolyline(point: readonly number[], corners: readonly (readonly number[])[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < corners.length; i++) {
    const from = corners[i] ?? [];
    const way = (corners[i + 1] ?? []).map((p, joint) => p - (from[joint] ?? 0));
    const offset = point.map((p, joint) => p - (from[joint] ?? 0));
    const length = way.reduce((sum, x) => sum + x * x, 0);
    const dot = way.reduce((sum, x, joint) => sum + x * (offset[joint] ?? 0), 0);
    const share = length > 0 ? Math.min(1, Math.max(0, dot / length)) : 0;
    nearest = Math.min(nearest, Math.hypot(...offset.map((x, joint) => x - share * (way[joint] ?? 0))));
  }
  return nearest;
}
