/**
 * The most items that can stay where they are while the others move: the longest rising run of positions, not necessarily
 * next to each other. `positions` are distinct; the answer has the kept ones.
 */
export function findLongestKept(positions: readonly number[]): ReadonlySet<number> {
  /** The smallest end of a rising run of each length, as an index into `positions`. */
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
