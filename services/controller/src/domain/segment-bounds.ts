import type { JointLimits, TrajectoryPoint } from '@cellwright/trajectory';

/** Bernstein coefficients of the quintic between two points; it and its derivatives stay within their hulls. */
const hull = new Float64Array(6);

/**
 * Checks one segment quickly and conservatively. True means that no joint exceeds a limit by more than the tolerance
 * between the two points; false means that an exact check is needed.
 */
export function isPlainlyWithinLimits(
  from: TrajectoryPoint,
  to: TrajectoryPoint,
  limits: Required<JointLimits>,
  tolerance: number,
): boolean {
  const h = to.timeFromStart - from.timeFromStart;
  for (let joint = 0; joint < from.positions.length; joint++) {
    writeHull(from, to, joint, h);
    if (!isHullWithin((limits.lower[joint] ?? 0) - tolerance, (limits.upper[joint] ?? 0) + tolerance)) return false;
    if (!isDerivativeWithin(5, h, (limits.velocity[joint] ?? 0) + tolerance)) return false;
    if (!isDerivativeWithin(4, h, (limits.acceleration[joint] ?? 0) + tolerance)) return false;
    if (!isDerivativeWithin(3, h, (limits.jerk[joint] ?? 0) + tolerance)) return false;
  }
  return true;
}

function writeHull(from: TrajectoryPoint, to: TrajectoryPoint, joint: number, h: number): void {
  const p0 = from.positions[joint] ?? Number.NaN;
  const v0 = ((from.velocities[joint] ?? Number.NaN) * h) / 5;
  const a0 = ((from.accelerations[joint] ?? Number.NaN) * h * h) / 20;
  const p1 = to.positions[joint] ?? Number.NaN;
  const v1 = ((to.velocities[joint] ?? Number.NaN) * h) / 5;
  const a1 = ((to.accelerations[joint] ?? Number.NaN) * h * h) / 20;
  hull[0] = p0;
  hull[1] = p0 + v0;
  hull[2] = p0 + 2 * v0 + a0;
  hull[3] = p1 - 2 * v1 + a1;
  hull[4] = p1 - v1;
  hull[5] = p1;
}

function isHullWithin(lower: number, upper: number): boolean {
  for (const value of hull) if (!(value >= lower && value <= upper)) return false;
  return true;
}

/** Replaces the hull by that of its derivative, `degree` coefficients, and checks it. */
function isDerivativeWithin(degree: number, h: number, limit: number): boolean {
  for (let i = 0; i < degree; i++) {
    const value = (degree * ((hull[i + 1] ?? 0) - (hull[i] ?? 0))) / h;
    hull[i] = value;
    if (!(Math.abs(value) <= limit)) return false;
  }
  return true;
}
