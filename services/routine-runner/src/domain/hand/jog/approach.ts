/** Steps of the bisections below. */
const halvings = 24;

/**
 * Returns the next velocities on the way to a target that may not be reachable at once: the largest share of the target
 * (which keeps its direction) that differs from the current ones by at most `changes`; if there is none, the closest
 * possible velocities to the nearest share.
 */
export function approachVelocities(
  present: readonly number[],
  wish: readonly number[],
  changes: readonly number[],
): number[] {
  const needed = effortOf(present, wish, changes);
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

/** Minimum share of proportional braking that braking along a direction must achieve. */
const leastBraking = 0.5;

/**
 * Returns the next velocities on the way to rest along a direction, which may bend: its smallest share that differs
 * from the current ones by at most `changes`. All joints slow down in proportion instead if the direction bends so much
 * that the stop would take much longer.
 */
export function brakeAlong(
  present: readonly number[],
  direction: readonly number[],
  changes: readonly number[],
): number[] {
  const straight = approachVelocities(
    present,
    present.map(() => 0),
    changes,
  );
  const [speed, length] = [Math.hypot(...present), Math.hypot(...direction)];
  if (!(length > 0 && Number.isFinite(length))) return straight;
  const along = direction.map((velocity) => (velocity * speed) / length);
  const needed = effortOf(present, along, changes);
  const nearest = findNearestShare(needed);
  if (needed(0) <= 1 || needed(nearest) > 1) return straight;
  let [low, high] = [0, nearest];
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (needed(middle) <= 1) high = middle;
    else low = middle;
  }
  const isQuick = speed * (1 - high) >= leastBraking * (speed - Math.hypot(...straight));
  return isQuick ? along.map((velocity) => velocity * high) : straight;
}

/** Returns the part of the allowed changes that a share of a target needs; convex. */
function effortOf(present: readonly number[], wish: readonly number[], changes: readonly number[]) {
  return (share: number) =>
    wish.reduce((most, velocity, joint) => {
      const change = Math.abs(velocity * share - (present[joint] ?? 0));
      return Math.max(most, change === 0 ? 0 : change / (changes[joint] ?? 0));
    }, 0);
}

/** Returns the share in 0–1 with the minimum effort. */
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
