import type { TrajectoryPoint } from '@cellwright/proto/common';

/** A straight joint move as the smoothest polynomial of the fifth order, well within velocity, acceleration and jerk. */
export function planJointMove(
  from: readonly number[],
  to: readonly number[],
  limits: {
    readonly velocity: readonly number[];
    readonly acceleration: readonly number[];
    readonly jerk: readonly number[];
  },
): TrajectoryPoint[] {
  // Peaks of 10τ³−15τ⁴+6τ⁵: 1.875 of the mean velocity, 5.7735 for the acceleration, 60 for the jerk.
  const duration = Math.max(
    0.1,
    ...to.map((angle, joint) => {
      const way = 1.25 * Math.abs(angle - (from[joint] ?? 0));
      return Math.max(
        (1.875 * way) / (limits.velocity[joint] ?? 1),
        Math.sqrt((5.7735 * way) / (limits.acceleration[joint] ?? 1)),
        Math.cbrt((60 * way) / (limits.jerk[joint] ?? 1)),
      );
    }),
  );
  const count = Math.max(2, Math.ceil(duration / 0.05));
  return Array.from({ length: count + 1 }, (_, index) => {
    const s = index / count;
    const position = s ** 3 * (10 - 15 * s + 6 * s * s);
    const velocity = (30 * s * s * (1 - s) ** 2) / duration;
    const acceleration = (60 * s * (1 - s) * (1 - 2 * s)) / duration ** 2;
    const scale = (factor: number) => from.map((angle, joint) => ((to[joint] ?? angle) - angle) * factor);
    return {
      timeFromStart: s * duration,
      positions: from.map((angle, joint) => angle + ((to[joint] ?? angle) - angle) * position),
      velocities: scale(velocity),
      accelerations: scale(acceleration),
    };
  });
}
