/** One joint-space state of a trajectory. Arrays have one entry per joint: rad, rad/s, rad/s² (or m for a linear axis). */
export interface TrajectoryPoint {
  /** Seconds since the start of the trajectory. */
  readonly timeFromStart: number;
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

/**
 * Points joined by the quintic Hermite polynomial of their positions, velocities and accelerations, so the motion is C²
 * for any points and exact where the jerk between two points is constant.
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

/** Creates a zeroed sample for `jointCount` joints. */
export function createSample(jointCount: number): JointSample {
  return {
    positions: new Array<number>(jointCount).fill(0),
    velocities: new Array<number>(jointCount).fill(0),
    accelerations: new Array<number>(jointCount).fill(0),
  };
}

/** Returns the seconds from the first to the last point; 0 for an empty or one-point trajectory. */
export function trajectoryDuration(trajectory: Trajectory): number {
  const last = trajectory.points[trajectory.points.length - 1];
  return last === undefined ? 0 : last.timeFromStart;
}

/** Returns the joints per point; 0 for an empty trajectory. */
export function trajectoryJointCount(trajectory: Trajectory): number {
  return trajectory.points[0]?.positions.length ?? 0;
}

/** Creates a trajectory that holds one position: one point, no duration. */
export function holdTrajectory(positions: readonly number[]): Trajectory {
  const zeros = positions.map(() => 0);
  return { points: [{ timeFromStart: 0, positions: [...positions], velocities: zeros, accelerations: zeros }] };
}

/** Returns the same motion in `factor` times the time: the use of limits falls by factor, factor² and factor³. */
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

/** Joins trajectories; each must start at the end of the previous one, at rest. */
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
