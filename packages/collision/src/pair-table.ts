import { GeneralPairs } from './general-pairs.ts';
import { ObstacleSet } from './obstacle-set.ts';
import { PointTests } from './point-tests.ts';
import { createRandom } from './random.ts';
import type { RobotModel, SphereNodes } from './robot-model.ts';
import { Slots } from './slots.ts';

/** Pairs of nodes of the arm's trees; first on the earlier body. */
export interface NodePairs {
  /** at[first · count + second] = 1 if some pair of parts below belongs to it. */
  readonly at: Uint8Array;
  /** Start of every descent: first, second, first, second …, outermost bodies first. */
  readonly startPairs: Int32Array;
}

export interface PairTable {
  /** All pairs whose contact is not part of the arm's normal state. */
  readonly checked: NodePairs;
  /** The checked pairs that can touch between the joint limits: the only ones to search for collisions. */
  readonly touchable: NodePairs;
}

/** True if the balls of two nodes are proved never to meet. */
export type IsApart = (first: number, second: number) => boolean;

/** True if contact of two links is not a collision. */
export type IsAllowed = (firstLink: number, secondLink: number) => boolean;

export function buildPairTable(model: RobotModel, isAllowed: IsAllowed, isApart: IsApart): PairTable {
  return {
    checked: collectPairs(model, isAllowed, () => true),
    touchable: collectPairs(model, isAllowed, (first, second) => !isApart(first, second)),
  };
}

/** Returns the node of a pair to open: the larger ball, unless it is a leaf. Every descent calls this. */
export function opensFirst(spheres: SphereNodes, first: number, second: number): boolean {
  if ((spheres.part[first] ?? -1) >= 0) return false;
  if ((spheres.part[second] ?? -1) >= 0) return true;
  return (spheres.balls[first * 4 + 3] ?? 0) >= (spheres.balls[second * 4 + 3] ?? 0);
}

function listChildPairs(spheres: SphereNodes, first: number, second: number): (readonly [number, number])[] {
  const opens = opensFirst(spheres, first, second);
  const node = opens ? first : second;
  const begin = spheres.firstChild[node] ?? 0;
  return Array.from({ length: spheres.childCount[node] ?? 0 }, (_, index) =>
    opens ? [begin + index, second] : [first, begin + index],
  );
}

function collectPairs(
  model: RobotModel,
  isAllowed: IsAllowed,
  isWanted: (first: number, second: number) => boolean,
): NodePairs {
  const { spheres, partLink } = model;
  const { count, part, roots, body } = spheres;
  const at = new Uint8Array(count * count);
  const visit = (first: number, second: number): boolean => {
    const firstPart = part[first] ?? -1;
    const secondPart = part[second] ?? -1;
    const isLeaf = firstPart >= 0 && secondPart >= 0;
    if (isLeaf && isAllowed(partLink[firstPart] ?? 0, partLink[secondPart] ?? 0)) return false;
    if (!isWanted(first, second)) return false;
    // some() would not work here: every child has to be visited.
    const below = isLeaf ? [] : listChildPairs(spheres, first, second).map(([a, b]) => visit(a, b));
    const isMember = isLeaf || below.includes(true);
    if (isMember) at[first * count + second] = 1;
    return isMember;
  };
  const rootPairs: (readonly [number, number])[] = [];
  for (const second of [...roots].reverse()) {
    for (const first of roots) {
      if ((body[first] ?? 0) < (body[second] ?? 0) && visit(first, second)) rootPairs.push([first, second]);
    }
  }
  return { at, startPairs: Int32Array.from(openOften(model, at, rootPairs).flat()) };
}

const openingSamples = 40;

/** Opens the pairs of balls that meet in most configurations: testing them first would only cost time. */
function openOften(
  model: RobotModel,
  at: Uint8Array,
  pairs: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const { spheres } = model;
  const slots = new Slots(model, openingSamples);
  const random = createRandom(1);
  for (let slot = 0; slot < openingSamples; slot += 1) {
    const q = Float64Array.from({ length: model.dof }, () => (2 * random.next() - 1) * Math.PI);
    slots.place(slot, q, 0);
  }
  const obstacles = new ObstacleSet();
  const tests = new PointTests(model, obstacles, slots, new GeneralPairs(obstacles));
  const open = ([first, second]: readonly [number, number]): (readonly [number, number])[] => {
    if ((spheres.part[first] ?? -1) >= 0 && (spheres.part[second] ?? -1) >= 0) return [[first, second]];
    let meetings = 0;
    for (let slot = 0; slot < openingSamples; slot += 1) if (tests.ballToBall(first, second, slot) < 0) meetings += 1;
    if (meetings * 2 < openingSamples) return [[first, second]];
    const children = listChildPairs(spheres, first, second);
    return children.filter(([a, b]) => at[a * spheres.count + b] === 1).flatMap(open);
  };
  return pairs.flatMap(open);
}
