import type { Trajectory, TrajectoryPoint } from '@cellwright/trajectory';
import type { MoveSegment } from '../move/request.ts';

/**
 * Returns a trajectory of an external planner as one segment that serves all targets; detours are measured in joint
 * space only.
 */
export function toWholeSegment(points: readonly TrajectoryPoint[], targetCount: number): MoveSegment {
  const trajectory: Trajectory = { points: fromZero(points) };
  const duration = trajectory.points.at(-1)?.timeFromStart ?? 0;
  // The times of the intermediate targets are unknown.
  const targetTimes = Array.from({ length: targetCount }, () => duration);
  return { trajectory, firstTarget: 0, lastTarget: targetCount - 1, targetTimes, distanceMeters: 0 };
}

/** A point that may lack derivatives. */
export type SparsePoint = Pick<TrajectoryPoint, 'timeFromStart' | 'positions'> & {
  readonly velocities: readonly number[] | undefined;
  readonly accelerations: readonly number[] | undefined;
};

/** Fills in missing derivatives from neighbouring points; the arm is at rest at both ends. */
export function completePoints(points: readonly SparsePoint[]): TrajectoryPoint[] {
  const times = points.map(({ timeFromStart }) => timeFromStart);
  const derive = (rows: readonly (readonly number[])[], at: number): number[] => {
    const [before, here, after] = [rows[at - 1], rows[at] ?? [], rows[at + 1]];
    const span = (times[at + 1] ?? 0) - (times[at - 1] ?? 0);
    if (!before || !after || !(span > 0)) return here.map(() => 0);
    return here.map((_, joint) => ((after[joint] ?? 0) - (before[joint] ?? 0)) / span);
  };
  const positions = points.map((point) => point.positions);
  const velocities = points.map((point, at) => point.velocities ?? derive(positions, at));
  return points.map((point, at) => ({
    timeFromStart: point.timeFromStart,
    positions: [...point.positions],
    velocities: [...(velocities[at] ?? [])],
    accelerations: [...(point.accelerations ?? derive(velocities, at))],
  }));
}

/** Returns the same points with times relative to the first of them. */
export function fromZero(points: readonly TrajectoryPoint[]): TrajectoryPoint[] {
  const start = points[0]?.timeFromStart ?? 0;
  return points.map((point) => ({ ...point, timeFromStart: point.timeFromStart - start }));
}
