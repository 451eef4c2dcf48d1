/** The joint limits of a plan, rad. */
export interface SearchSpace {
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
}

/** Tolerance of a joint beyond a limit, rad. */
export const limitTolerance = 1e-6;

/** Returns the first joint beyond its limits, or -1. */
export function findJointOutside({ lower, upper }: SearchSpace, q: ArrayLike<number>): number {
  for (let axis = 0; axis < q.length; axis += 1) {
    const angle = q[axis] ?? Number.NaN;
    const isWithin =
      angle >= (lower[axis] ?? Number.NaN) - limitTolerance && angle <= (upper[axis] ?? Number.NaN) + limitTolerance;
    if (!isWithin) return axis;
  }
  return -1;
}

export function isWithinSpace(space: SearchSpace, q: ArrayLike<number>): boolean {
  return findJointOutside(space, q) < 0;
}
