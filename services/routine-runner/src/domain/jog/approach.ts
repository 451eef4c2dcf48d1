/** Steps of the searches below; each halves what is not known. */
const halvings = 24;

/**
 * The velocities for the next moment on the way to a wish that may not be reachable at once: the largest share of the
 * wish (so that its direction is kept) that differs from the present ones by no more than `changes` allow; where no
 * share does, as far as they allow towards the nearest one.
 */
export function approachVelocities(
  present: readonly number[],
  wish: readonly number[],
  changes: readonly number[],
): number[] {
  const needed = (share: number) =>
    wish.reduce((most, velocity, joint) => {
      const change = Math.abs(velocity * share - (present[joint] ?? 0));
      return Math.max(most, change === 0 ? 0 : change / (changes[joint] ?? 0));
    }, 0);
  const nearest = findNearestShare(needed);
  const effort = needed(nearest);
  if (effort <= 1) {
    const share = findLargestShare(needed, nearest);
    return wish.map((velocity) => velocity * share);
  }
  return wish.map((velocity, joint) => {
    const from = present[joint] ?? 0;
    return from + (velocity * nearest - from) / effort;
  });
}

/** Where the convex effort is least, in 0–1. */
function findNearestShare(needed: (share: number) => number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < halvings; step++) {
    const left = low + (high - low) / 3;
    const right = high - (high - low) / 3;
    if (needed(left) <= needed(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

function findLargestShare(needed: (share: number) => number, possible: number): number {
  if (needed(1) <= 1) return 1;
  let low = possible;
  let high = 1;
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (needed(middle) <= 1) low = middle;
    else high = middle;
  }
  return low;
}
