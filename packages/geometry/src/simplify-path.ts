import { distancePoses, interpolatePoses, type Pose, positionOf } from './pose.ts';
import { dotVec3, subtractVec3, type Vec3 } from './vec3.ts';

/** Maximum differences between two poses: translation in m, rotation in rad. */
export interface PoseTolerance {
  readonly translation: number;
  readonly rotation: number;
}

/**
 * Returns the indices of the poses that a simpler path keeps: a straight, evenly turning motion from one kept pose to
 * the next passes every pose between them within the tolerance (Ramer–Douglas–Peucker). The ends are kept.
 */
export function simplifyPath(path: readonly Pose[], tolerance: PoseTolerance): number[] {
  if (path.length < 3) return [...path.keys()];
  const kept = new Set([0, path.length - 1]);
  const open: (readonly [first: number, last: number])[] = [[0, path.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    const farthest = findFarthest(path, part, tolerance);
    if (farthest === undefined) continue;
    kept.add(farthest);
    open.push([first, farthest], [farthest, last]);
  }
  return [...kept].sort((one, other) => one - other);
}

/** Returns the pose that a straight motion between two others misses most; undefined if it misses none. */
function findFarthest(
  path: readonly Pose[],
  [first, last]: readonly [number, number],
  tolerance: PoseTolerance,
): number | undefined {
  const [from, to] = [path[first], path[last]];
  if (!from || !to) return undefined;
  let most = 1;
  let farthest: number | undefined;
  for (let index = first + 1; index < last; index++) {
    const pose = path[index];
    const miss = pose ? measureMiss(pose, [from, to], tolerance) : 0;
    if (miss > most) [most, farthest] = [miss, index];
  }
  return farthest;
}

/** Returns by how many tolerances a straight motion misses a pose. */
function measureMiss(pose: Pose, [from, to]: readonly [Pose, Pose], { translation, rotation }: PoseTolerance): number {
  const passed = distancePoses(interpolatePoses(from, to, shareOf(pose, from, to, translation)), pose);
  return Math.max(passed.translation / translation, passed.rotation / rotation);
}

/** Returns the share of a motion at which it is beside a pose; by the angles if it mostly turns in place. */
function shareOf(pose: Pose, from: Pose, to: Pose, translation: number): number {
  const way: Vec3 = subtractVec3(positionOf(to), positionOf(from));
  const squared = dotVec3(way, way);
  if (squared > translation * translation)
    return clampShare(dotVec3(subtractVec3(positionOf(pose), positionOf(from)), way) / squared);
  const whole = distancePoses(from, to).rotation;
  return whole === 0 ? 0 : clampShare(distancePoses(from, pose).rotation / whole);
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share));
