import { GeneralPairs } from './general-pairs.ts';
import { ObstacleSet } from './obstacle-set.ts';
import { PointTests } from './point-tests.ts';
import { createRandom, type Random } from './random.ts';
import type { LinkPair } from './robot-description.ts';
import type { RobotModel } from './robot-model.ts';
import { Slots } from './slots.ts';

/** Number of random configurations in which a pair must touch, without exception, to be allowed. */
const allowedPairSamples = 10_000;
/** Number of those for contacts with a surface: each costs more, and the arm leaves what it does not stand on. */
const surfaceSamples = 1000;
const seed = 20_240_229;
/**
 * Gap up to which bodies count as touching, metres. No move keeps its margin while they are so near, and no motion
 * changes a gap that is the same in every configuration: faces of two links that turn on each other.
 */
const touchingGap = 0.001;

function unpack(model: RobotModel, pair: number): LinkPair {
  const count = model.linkNames.length;
  return [model.linkNames[Math.floor(pair / count)] ?? '', model.linkNames[pair % count] ?? ''];
}

/**
 * Finds the pairs of links that touch in each of 10,000 random configurations between the limits: mostly neighbours
 * whose solids overlap or meet at their joint. Pairs for which `isKnown` is true are left out.
 */
export function findAllowedPairs(
  model: RobotModel,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
  isKnown: (firstLink: number, secondLink: number) => boolean,
): LinkPair[] {
  const slots = new Slots(model, 1);
  const obstacles = new ObstacleSet();
  const tests = new PointTests(model, obstacles, slots, new GeneralPairs(obstacles));
  const random = createRandom(seed);
  const q = new Float64Array(model.dof);
  let suspects = listPairs(model, isKnown);
  for (let sample = 0; sample < allowedPairSamples && suspects.length > 0; sample += 1) {
    drawWithin(q, lower, upper, random);
    slots.place(0, q, 0);
    // A pair is ruled out by its first clear configuration, so most samples check few pairs.
    suspects = suspects.filter((suspect) => touches(suspect, tests));
  }
  return suspects.map(({ pair }) => unpack(model, pair));
}

/**
 * Finds the names that `listNear` returns for each of 1000 random configurations between the limits.
 * @param listNear returns what touches with gaps of up to `touchingGap`, metres
 */
export function findAlwaysNear(
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
  listNear: (q: Float64Array, touchingGap: number) => readonly string[],
): readonly string[] {
  const random = createRandom(seed);
  const q = new Float64Array(lower.length);
  drawWithin(q, lower, upper, random);
  let suspects = listNear(q, touchingGap);
  for (let sample = 1; sample < surfaceSamples && suspects.length > 0; sample += 1) {
    drawWithin(q, lower, upper, random);
    const near = listNear(q, touchingGap);
    suspects = suspects.filter((name) => near.includes(name));
  }
  return [...new Set(suspects)];
}

function drawWithin(q: Float64Array, lower: ArrayLike<number>, upper: ArrayLike<number>, random: Random): void {
  for (let axis = 0; axis < q.length; axis += 1) {
    const low = lower[axis] ?? -Math.PI;
    q[axis] = low + ((upper[axis] ?? Math.PI) - low) * random.next();
  }
}

interface Suspect {
  readonly pair: number;
  readonly parts: (readonly [number, number])[];
}

function touches({ parts }: Suspect, tests: PointTests): boolean {
  const index = parts.findIndex(([a, b]) => tests.partToPart(a, b, 0, false) < touchingGap);
  const found = parts[index];
  if (found === undefined) return false;
  // The parts that touched last are likely to touch next time.
  if (index > 0) parts.unshift(...parts.splice(index, 1));
  return true;
}

function listPairs(model: RobotModel, isKnown: (first: number, second: number) => boolean): Suspect[] {
  const { partBody, partLink, linkNames } = model;
  const found = new Map<number, [number, number][]>();
  for (const [a, bodyA] of partBody.entries()) {
    for (const [b, bodyB] of partBody.entries()) {
      const linkA = partLink[a] ?? 0;
      const linkB = partLink[b] ?? 0;
      if (bodyA >= bodyB || isKnown(linkA, linkB)) continue;
      const key = linkA * linkNames.length + linkB;
      const list = found.get(key) ?? [];
      list.push([a, b]);
      found.set(key, list);
    }
  }
  return [...found].map(([pair, parts]) => ({ pair, parts }));
}
