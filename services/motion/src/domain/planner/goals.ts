import { branchJoints, copiesWithinLimits, type InverseKinematics } from '@cellwright/arm';
import type { Pose } from '@cellwright/geometry';
import { isWithinSpace, type SearchSpace } from './search-space.ts';
import { measureDistance } from './steering.ts';

/** More goals than this only cost time: each one is checked for contact. */
const maximumGoals = 32;

/**
 * Every configuration within the limits that puts tool0 at a pose: all branches, and their copies at whole turns, the
 * nearest to `near` first. Empty when the pose is out of reach.
 */
export function listGoals(
  inverse: InverseKinematics,
  pose: Pose,
  near: ArrayLike<number>,
  space: SearchSpace,
): Float64Array[] {
  const solutions = inverse.solveAllForPose(pose, near);
  const branches = Array.from({ length: solutions.count }, (_, index) => branchJoints(solutions, index));
  const seed = Float64Array.from(near);
  const distanceTo = (q: Float64Array) => measureDistance(seed, 0, q, 0, q.length);
  return branches
    .flatMap((branch) => [...copiesWithinLimits(branch, inverse.bounds)])
    .filter((q) => isWithinSpace(space, q))
    .map((q) => Float64Array.from(q))
    .sort((a, b) => distanceTo(a) - distanceTo(b))
    .slice(0, maximumGoals);
}
