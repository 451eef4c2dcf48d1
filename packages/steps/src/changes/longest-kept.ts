/**
 * Returns the largest set of items that can keep their place while the others move: the longest increasing subsequence
 * of `positions`, which are distinct.
 */
export function findLongestKept(positions: readonly number[]): ReadonlySet<number> {
  /** Smallest end of an increasing subsequence of each length, as an index into `positions`. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  positions.forEach((position, index) => {
    const length = findSlot(ends, positions, position);
    previous[index] = ends[length - 1];
    ends[length] = index;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) kept.add(positions[at] ?? -1);
  return kept;
}

function findSlot(ends: readonly number[], positions: readonly number[], position: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[ends[middle] ?? 0] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
