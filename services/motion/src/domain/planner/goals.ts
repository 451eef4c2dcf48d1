import { branchJoints, copiesWithinLimits, type InverseKinematics } from '@cellwright/arm';
import type { Pose } from '@cellwright/geometry';
import { isWithinSpace, type SearchSpace } from './search-space.ts';
import { measureDistance } from './steering.ts';

/** Maximum number of goals: more only cost time, since each one is checked for contact. */
const maximumGoals = 32;

/**
 * Returns configurations within the limits with tool0 at a pose: all branches, and their copies at whole turns, the
 * nearest to `near` first. If there are too many, the farthest copies of each branch are dropped. Empty when the pose
 * is out of reach.
 */
export function listGoals(
  inverse: InverseKinematics,
  pose: Pose,
  near: ArrayLike<number>,
  space: SearchSpace,
): Float64Array[] {
  const solutions = inverse.solveAllForPose(pose, near);
  const seed = Float64Array.from(near);
  const distanceTo = (q: Float64Array) => measureDistance(seed, 0, q, 0, q.length);
  const nearestFirst = (a: Float64Array, b: Float64Array) => distanceTo(a) - distanceTo(b);
  const branches = Array.from({ length: solutions.count }, (_, index) =>
    [...copiesWithinLimits(branchJoints(solutions, index), inverse.bounds)]
      .filter((q) => isWithinSpace(space, q))
      .map((q) => Float64Array.from(q))
      .sort(nearestFirst),
  );
  return takeInTurn(branches, maximumGoals).sort(nearestFirst);
}

/**
 * Returns the first of each list, then the second of each: if one copy of a branch touches something, all its copies
 * do.
 */
function takeInTurn<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1)));
  return inTurn.flat().slice(0, most);
}
