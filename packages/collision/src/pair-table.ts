import type { RobotModel } from './robot-model.ts';

/** Which pairs of nodes of the arm have to be checked against each other. */
export interface PairTable {
  /** needed[first · count + second] = 1 where some pair of parts below is not allowed; first on the earlier body. */
  readonly needed: Uint8Array;
  /** Roots of body pairs to start from: first, second, first, second …, outermost bodies first. */
  readonly rootPairs: Int32Array;
}

/** Whether contact of two links is no collision. */
export type IsAllowed = (firstLink: number, secondLink: number) => boolean;

export function buildPairTable(model: RobotModel, isAllowed: IsAllowed): PairTable {
  const { spheres, partLink } = model;
  const { count, part, firstChild, childCount, roots } = spheres;
  const needed = new Uint8Array(count * count);
  const visit = (first: number, second: number): boolean => {
    const index = first * count + second;
    const firstPart = part[first] ?? -1;
    const secondPart = part[second] ?? -1;
    let isNeeded = false;
    if (firstPart >= 0 && secondPart >= 0) {
      isNeeded = !isAllowed(partLink[firstPart] ?? 0, partLink[secondPart] ?? 0);
    } else {
      // The same descent as the checks make: the first node opens before the second.
      const node = firstPart < 0 ? first : second;
      const begin = firstChild[node] ?? 0;
      for (let child = begin; child < begin + (childCount[node] ?? 0); child += 1) {
        const isBelow = firstPart < 0 ? visit(child, second) : visit(first, child);
        isNeeded = isNeeded || isBelow;
      }
    }
    if (!isNeeded) return false;
    needed[index] = 1;
    return true;
  };
  const pairs: number[] = [];
  for (let later = roots.length - 1; later >= 1; later -= 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      const first = roots[earlier] ?? -1;
      const second = roots[later] ?? -1;
      if (first >= 0 && second >= 0 && visit(first, second)) pairs.push(first, second);
    }
  }
  return { needed, rootPairs: Int32Array.from(pairs) };
}
