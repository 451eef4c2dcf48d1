import { halfTurn, type Saddle } from './saddles.ts';

/** A corner at its place in the grid of its board. */
interface Node {
  readonly saddle: Saddle;
  readonly column: number;
  readonly row: number;
}

type Step = readonly [x: number, y: number];

/** Directions of a line and of an edge of a corner may differ by this, radians. */
const maxTurn = 0.45;
/** Share of a step by which a corner may miss its expected place. */
const maxMiss = 0.3;
const ways = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** Corners of one board by `column row`, as far as they continue from the seed. Rows turn clockwise from columns. */
export type Lattice = ReadonlyMap<string, Node>;

export const placeKey = (column: number, row: number) => `${column} ${row}`;

/** Collects the corners that continue from a seed in its two directions. */
export function growLattice(saddles: readonly Saddle[], seed: Saddle): Lattice {
  const nodes = new Map<string, Node>();
  const used = new Set<Saddle>([seed]);
  const queue: Node[] = [{ saddle: seed, column: 0, row: 0 }];
  nodes.set(placeKey(0, 0), { saddle: seed, column: 0, row: 0 });
  const axes = axesOf(seed);
  for (let node = queue.shift(); node; node = queue.shift()) {
    for (const [right, down] of ways) {
      const key = placeKey(node.column + right, node.row + down);
      if (nodes.has(key)) continue;
      const found = findNext(saddles, nodes, node, [right, down], axes);
      if (!found || used.has(found)) continue;
      const next = { saddle: found, column: node.column + right, row: node.row + down };
      used.add(found);
      nodes.set(key, next);
      queue.push(next);
    }
  }
  return nodes;
}

/** Directions of columns and rows at the seed, radians. */
function axesOf({ edges: [one, other] }: Saddle): readonly [columns: number, rows: number] {
  return Math.sin(other - one) > 0 ? [one, other] : [other, one];
}

function findNext(
  saddles: readonly Saddle[],
  nodes: Lattice,
  node: Node,
  way: readonly [number, number],
  axes: readonly [number, number],
): Saddle | undefined {
  const step = knownStep(nodes, node, way);
  if (step) return nearest(saddles, node.saddle, step);
  const [right, down] = way;
  const angle = (right === 0 ? axes[1] : axes[0]) + (right + down < 0 ? Math.PI : 0);
  return firstAlong(saddles, node.saddle, angle);
}

/** The step before in the same direction, else the same step of a neighbour. */
function knownStep(
  nodes: Lattice,
  { saddle, column, row }: Node,
  [right, down]: readonly [number, number],
): Step | undefined {
  const before = nodes.get(placeKey(column - right, row - down))?.saddle;
  if (before) return [saddle.x - before.x, saddle.y - before.y];
  for (const side of [1, -1]) {
    const beside = nodes.get(placeKey(column + side * down, row + side * right))?.saddle;
    const beyond = nodes.get(placeKey(column + side * down + right, row + side * right + down))?.saddle;
    if (beside && beyond) return [beyond.x - beside.x, beyond.y - beside.y];
  }
  return undefined;
}

function nearest(saddles: readonly Saddle[], from: Saddle, [stepX, stepY]: Step): Saddle | undefined {
  const tolerance = maxMiss * Math.hypot(stepX, stepY);
  let best: Saddle | undefined;
  let miss = tolerance;
  for (const saddle of saddles) {
    const distance = Math.hypot(saddle.x - from.x - stepX, saddle.y - from.y - stepY);
    if (distance >= miss || saddle === from || !continues(from, saddle)) continue;
    best = saddle;
    miss = distance;
  }
  return best;
}

function firstAlong(saddles: readonly Saddle[], from: Saddle, angle: number): Saddle | undefined {
  let best: Saddle | undefined;
  let nearestAt = Number.POSITIVE_INFINITY;
  for (const saddle of saddles) {
    const [x, y] = [saddle.x - from.x, saddle.y - from.y];
    const distance = Math.hypot(x, y);
    const isAhead = Math.cos(Math.atan2(y, x) - angle) > Math.cos(maxTurn);
    if (saddle === from || distance >= nearestAt || !isAhead || !continues(from, saddle)) continue;
    best = saddle;
    nearestAt = distance;
  }
  return best;
}

/** True if the line between two corners is an edge of both, and dark and bright swap sides from one to the other. */
function continues(from: Saddle, to: Saddle): boolean {
  const angle = halfTurn(Math.atan2(to.y - from.y, to.x - from.x));
  const edge = edgeAt(from, angle);
  const other = edgeAt(to, angle);
  return edge !== undefined && other !== undefined && isDarkBehind(from, edge) !== isDarkBehind(to, other);
}

function edgeAt({ edges }: Saddle, angle: number): number | undefined {
  return edges.find((edge) => Math.abs(Math.sin(edge - angle)) < Math.sin(maxTurn));
}

/** True if the field clockwise of an edge is dark. */
export function isDarkBehind({ edges: [one, other], dark }: Saddle, edge: number): boolean {
  return halfTurn(dark - edge) < halfTurn((edge === one ? other : one) - edge);
}
