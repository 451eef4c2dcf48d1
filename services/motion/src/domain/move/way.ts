import { type GeometricPath, interpolateWaypoints } from '@cellwright/trajectory';

/** The way to one target. */
export interface Way {
  readonly isStraightInJoints: boolean;
  /** Joint angles along it, close enough for straight lines in between; the corners of a known curve. */
  readonly joints: readonly (readonly number[])[];
  /** The curve itself, if known: with few pieces, it is timed many times faster than one through its samples. */
  readonly curve?: GeometricPath;
  /** Distance of each place along the seam of a weave, metres. */
  readonly seamDistances?: readonly number[] | undefined;
}

/** Minimum part of its legs that a corner uses (rad): passing through less takes as long as a stop. */
const leastCut = 1e-4;
/** Minimum number of sampled places on the half of a way that a corner may use. */
const leastSamples = 16;
/** Maximum joint-space distance between such places, rad. */
const sampleStep = 0.02;

/** Fills a straight joint-space way so that consecutive angles differ by at most `step` rad. */
export function densify(from: readonly number[], to: readonly number[], step = 0.02): (readonly number[])[] {
  const longest = Math.max(...to.map((angle, joint) => Math.abs(angle - (from[joint] ?? 0))));
  const count = Math.max(8, Math.ceil(longest / step));
  return Array.from({ length: count + 1 }, (_, sample) =>
    to.map((angle, joint) => (from[joint] ?? 0) + ((angle - (from[joint] ?? 0)) * sample) / count),
  );
}

/** Returns the curve of a way, exactly straight if it should be. Undefined for a way without motion. */
export function pathOf({ isStraightInJoints, joints, curve }: Way): GeometricPath | undefined {
  if (curve) return curve;
  const [first] = joints;
  const last = joints.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return interpolateWaypoints(isStraightInJoints ? [first, last] : joints);
}

/**
 * Returns the part of a path (parameter), from one of its ends, in which the tool moves `radius` metres away; at most
 * half of it. `toolAt` returns the tool's position in metres.
 */
export function measureCut(
  path: GeometricPath,
  end: 'start' | 'end',
  radius: number,
  toolAt: (joints: readonly number[]) => readonly number[],
): number {
  const half = path.length / 2;
  const least = Math.min(leastCut, half);
  const count = Math.max(leastSamples, Math.ceil(half / sampleStep));
  const placeAt = (cut: number) => toolAt(path.positionAt(end === 'start' ? cut : path.length - cut));
  let travelled = 0;
  let last = placeAt(0);
  for (let sample = 1; sample <= count; sample++) {
    const place = placeAt((half * sample) / count);
    const step = Math.hypot(...place.map((value, axis) => value - (last[axis] ?? 0)));
    if (travelled + step >= radius) return Math.max(least, (half * (sample - 1 + (radius - travelled) / step)) / count);
    travelled += step;
    last = place;
  }
  return half;
}
