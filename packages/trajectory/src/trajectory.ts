/** One joint-space state of a trajectory. Arrays have one entry per joint: rad, rad/s, rad/s² (or m for a linear axis). */
export interface TrajectoryPoint {
  /** Seconds since the start of the trajectory. */
  readonly timeFromStart: number;
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

/**
 * Points joined by the quintic Hermite polynomial of their positions, velocities and accelerations, so the motion is
 * C² whatever the points are, and exact where the jerk between two points is constant.
 */
export interface Trajectory {
  readonly points: readonly TrajectoryPoint[];
}

/** A writable joint state, filled by the samplers so that a control loop allocates nothing. */
export interface JointSample {
  positions: number[];
  velocities: number[];
  accelerations: number[];
}

/** Makes a zeroed sample for `jointCount` joints. */
export function createSample(jointCount: number): JointSample {
  return {
    positions: new Array<number>(jointCount).fill(0),
    velocities: new Array<number>(jointCount).fill(0),
    accelerations: new Array<number>(jointCount).fill(0),
  };
}

/** Seconds from the first to the last point; 0 for an empty or one-point trajectory. */
export function trajectoryDuration(trajectory: Trajectory): number {
  const last = trajectory.points[trajectory.points.length - 1];
  return last === undefined ? 0 : last.timeFromStart;
}

/** Joints per point; 0 for an empty trajectory. */
export function trajectoryJointCount(trajectory: Trajectory): number {
  return trajectory.points[0]?.positions.length ?? 0;
}

/** A trajectory that stays where it is: one point, no duration. */
export function holdTrajectory(positions: readonly number[]): Trajectory {
  const zeros = positions.map(() => 0);
  return { points: [{ timeFromStart: 0, positions: [...positions], velocities: zeros, accelerations: zeros }] };
}

/** The same way in `factor` times the time: every limit's use falls by factor, factor² and factor³. */
export function stretchTrajectory(trajectory: Trajectory, factor: number): Trajectory {
  return {
    points: trajectory.points.map(({ timeFromStart, positions, velocities, accelerations }) => ({
      timeFromStart: timeFromStart * factor,
      positions,
      velocities: velocities.map((v) => v / factor),
      accelerations: accelerations.map((a) => a / (factor * factor)),
    })),
  };
}

/** One trajectory after the other; each must start where the one before ends, at rest. */
export function joinTrajectories(parts: readonly Trajectory[]): Trajectory {
  const points: TrajectoryPoint[] = [];
  let offset = 0;
  for (const part of parts) {
    for (const point of points.length === 0 ? part.points : part.points.slice(1)) {
      points.push({ ...point, timeFromStart: point.timeFromStart + offset });
    }
    offset += trajectoryDuration(part);
  }
  return { points };
}
