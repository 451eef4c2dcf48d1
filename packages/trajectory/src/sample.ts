import { COEFFICIENTS_PER_JOINT, fitHermite } from './hermite.ts';
import type { JointSample, Trajectory, TrajectoryPoint } from './trajectory.ts';
import { trajectoryDuration, trajectoryJointCount } from './trajectory.ts';

/**
 * Reads a trajectory at any time. It remembers the segment it was in and that segment's polynomial, so reading forward
 * costs O(1); a jump is found by bisection. Times before the start or after the end give the first or the last point.
 */
export class TrajectorySampler {
  readonly trajectory: Trajectory;
  readonly duration: number;
  readonly jointCount: number;
  private segment = -1;
  private readonly coefficients: Float64Array;

  constructor(trajectory: Trajectory) {
    this.trajectory = trajectory;
    this.duration = trajectoryDuration(trajectory);
    this.jointCount = trajectoryJointCount(trajectory);
    this.coefficients = new Float64Array(this.jointCount * COEFFICIENTS_PER_JOINT);
  }

  /** Writes position, velocity and acceleration at `time` seconds into `out`. */
  sample(time: number, out: JointSample): void {
    const points = this.trajectory.points;
    const first = points[0];
    const last = points[points.length - 1];
    if (first === undefined || last === undefined) return;
    if (time >= last.timeFromStart) copyPoint(last, out);
    else if (!(time > first.timeFromStart)) copyPoint(first, out);
    else this.evaluate(time - (points[this.seek(time)]?.timeFromStart ?? 0), out);
  }

  /** Makes the segment that holds `time` current, and returns its index. */
  private seek(time: number): number {
    const points = this.trajectory.points;
    let index = this.segment;
    if (index >= 0 && time >= startOf(points, index)) {
      if (time < startOf(points, index + 1)) return index;
      index += 1;
    }
    if (index < 0 || time < startOf(points, index) || time >= startOf(points, index + 1))
      index = findSegment(points, time);
    const from = points[index];
    const to = points[index + 1];
    if (from !== undefined && to !== undefined) fitHermite(from, to, this.coefficients);
    this.segment = index;
    return index;
  }

  private evaluate(s: number, out: JointSample): void {
    const c = this.coefficients;
    for (let joint = 0; joint < this.jointCount; joint++) {
      const base = joint * COEFFICIENTS_PER_JOINT;
      const c0 = c[base] ?? 0;
      const c1 = c[base + 1] ?? 0;
      const c2 = c[base + 2] ?? 0;
      const c3 = c[base + 3] ?? 0;
      const c4 = c[base + 4] ?? 0;
      const c5 = c[base + 5] ?? 0;
      out.positions[joint] = c0 + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
      out.velocities[joint] = c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)));
      out.accelerations[joint] = 2 * c2 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5));
    }
  }
}

/**
 * Reads a trajectory at one time; a loop should keep a {@link TrajectorySampler} or pass the same one here each time.
 */
export function sampleTrajectory(
  trajectory: Trajectory,
  time: number,
  out: JointSample,
  sampler = new TrajectorySampler(trajectory),
): void {
  sampler.sample(time, out);
}

function startOf(points: readonly TrajectoryPoint[], index: number): number {
  return points[index]?.timeFromStart ?? Number.POSITIVE_INFINITY;
}

/** Returns the index of the last point at or before `time`, never of the last point itself. */
function findSegment(points: readonly TrajectoryPoint[], time: number): number {
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.timeFromStart ?? 0) <= time) low = middle;
    else high = middle;
  }
  return low;
}

function copyPoint(point: TrajectoryPoint, out: JointSample): void {
  for (let joint = 0; joint < point.positions.length; joint++) {
    out.positions[joint] = point.positions[joint] ?? 0;
    out.velocities[joint] = point.velocities[joint] ?? 0;
    out.accelerations[joint] = point.accelerations[joint] ?? 0;
  }
}
