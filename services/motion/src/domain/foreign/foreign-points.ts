import type { Trajectory, TrajectoryPoint } from '@cellwright/trajectory';
import type { MoveSegment } from './move/request.ts';

/** A trajectory of an external planner as one segment that serves all targets; ways are measured in joint space only. */
export function toWholeSegment(points: readonly TrajectoryPoint[], targetCount: number): MoveSegment {
  const trajectory: Trajectory = { points: fromZero(points) };
  const duration = trajectory.points.at(-1)?.timeFromStart ?? 0;
  // When the targets between are passed is not told.
  const targetTimes = Array.from({ length: targetCount }, () => duration);
  return { trajectory, firstTarget: 0, lastTarget: targetCount - 1, targetTimes, distanceMeters: 0 };
}

/** The same points with times from the first of them. */
export function fromZero(points: readonly TrajectoryPoint[]): TrajectoryPoint[] {
  const start = points[0]?.timeFromStart ?? 0;
  return points.map((point) => ({ ...point, timeFromStart: point.timeFromStart - start }));
}
