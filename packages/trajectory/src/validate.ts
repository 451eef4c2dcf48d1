import type { Trajectory, TrajectoryPoint } from './trajectory.ts';

export type TrajectoryProblemKind =
  | 'empty'
  | 'wrong_joint_count'
  | 'not_finite'
  | 'time_not_increasing'
  | 'first_time_not_zero'
  | 'not_continuous'
  | 'not_at_rest';

/** Problem of a trajectory and the point it occurs at. */
export interface TrajectoryProblem {
  readonly kind: TrajectoryProblemKind;
  readonly pointIndex: number;
  readonly message: string;
}

export interface ValidateOptions {
  /** Required joints per point; the first point's count when absent. */
  readonly jointCount?: number;
  /** Position of the arm: the first point must lie within `startTolerance` of it. */
  readonly startPositions?: readonly number[];
  /** rad; default 0.001. */
  readonly startTolerance?: number;
  /** Requires zero velocity and acceleration (within 1e-6) at the last point. */
  readonly endsAtRest?: boolean;
}

const REST_TOLERANCE = 1e-6;

/**
 * Lists the problems that keep a trajectory from being driven; empty when there are none. `findLimitViolations` checks
 * the limits; the interpolation guarantees continuity between points, so only the start can break it.
 */
export function validateTrajectory(trajectory: Trajectory, options: ValidateOptions = {}): TrajectoryProblem[] {
  const first = trajectory.points[0];
  const last = trajectory.points[trajectory.points.length - 1];
  if (first === undefined || last === undefined) {
    return [{ kind: 'empty', pointIndex: 0, message: 'The trajectory has no points.' }];
  }
  const jointCount = options.jointCount ?? first.positions.length;
  const problems = trajectory.points.flatMap((point, index) =>
    validatePoint(point, trajectory.points[index - 1], index, jointCount),
  );
  if (problems.length > 0) return problems;
  return [...validateStart(first, options), ...validateEnd(last, trajectory.points.length - 1, options)];
}

function validatePoint(
  point: TrajectoryPoint,
  previous: TrajectoryPoint | undefined,
  pointIndex: number,
  jointCount: number,
): TrajectoryProblem[] {
  const rows = [point.positions, point.velocities, point.accelerations];
  if (rows.some((row) => row.length !== jointCount)) {
    const message = `Point ${pointIndex} must give positions, velocities and accelerations of ${jointCount} joints.`;
    return [{ kind: 'wrong_joint_count', pointIndex, message }];
  }
  if (!Number.isFinite(point.timeFromStart) || !rows.every((row) => row.every(Number.isFinite))) {
    return [{ kind: 'not_finite', pointIndex, message: `Point ${pointIndex} holds a number that is not finite.` }];
  }
  if (previous === undefined && point.timeFromStart !== 0) {
    return [{ kind: 'first_time_not_zero', pointIndex, message: 'The first point must be at time 0.' }];
  }
  if (previous !== undefined && !(point.timeFromStart > previous.timeFromStart)) {
    const message = `The time of point ${pointIndex} must be later than that of the point before it.`;
    return [{ kind: 'time_not_increasing', pointIndex, message }];
  }
  return [];
}

function validateStart(first: TrajectoryPoint, options: ValidateOptions): TrajectoryProblem[] {
  const { startPositions, startTolerance = 0.001 } = options;
  if (startPositions === undefined) return [];
  const joint = first.positions.findIndex(
    (p, i) => !(Math.abs(p - (startPositions[i] ?? Number.NaN)) <= startTolerance),
  );
  if (joint < 0) return [];
  const message = `The trajectory starts more than ${startTolerance} rad from where joint ${joint} is.`;
  return [{ kind: 'not_continuous', pointIndex: 0, message }];
}

function validateEnd(last: TrajectoryPoint, pointIndex: number, options: ValidateOptions): TrajectoryProblem[] {
  if (options.endsAtRest !== true) return [];
  const moving = [...last.velocities, ...last.accelerations].some((value) => Math.abs(value) > REST_TOLERANCE);
  return moving ? [{ kind: 'not_at_rest', pointIndex, message: 'The trajectory must end at rest.' }] : [];
}
