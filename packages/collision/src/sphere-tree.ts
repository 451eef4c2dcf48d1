import { distanceVec3, type Vec3 } from '@cellwright/geometry';

/** A bounding ball, metres. */
export interface BoundingSphere {
  readonly center: Vec3;
  readonly radius: number;
}

/** A node of a tree of bounding spheres: a leaf names one item, an inner node encloses its children. */
export interface SphereTree extends BoundingSphere {
  /** Index of the item of a leaf, -1 for an inner node. */
  readonly item: number;
  readonly children: readonly SphereTree[];
}

const childrenPerNode = 4;
const centeringRounds = 200;

/** Returns a small sphere around spheres: the centre moves towards the farthest one in shrinking steps. */
export function encloseSpheres(spheres: readonly BoundingSphere[]): BoundingSphere {
  const [only] = spheres;
  if (only === undefined) return { center: [0, 0, 0], radius: 0 };
  if (spheres.length === 1) return only;
  let center = only.center;
  let best: BoundingSphere = { center, radius: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= centeringRounds; round += 1) {
    let reach = -1;
    let farthest = only;
    for (const sphere of spheres) {
      const distance = distanceVec3(center, sphere.center) + sphere.radius;
      if (distance > reach) {
        reach = distance;
        farthest = sphere;
      }
    }
    if (reach < best.radius) best = { center, radius: reach };
    const share = 1 / (round + 1);
    const [x, y, z] = center;
    const [fx, fy, fz] = farthest.center;
    center = [x + (fx - x) * share, y + (fy - y) * share, z + (fz - z) * share];
  }
  return best;
}

function widestAxis(spheres: readonly BoundingSphere[]): 0 | 1 | 2 {
  const widths = ([0, 1, 2] as const).map((axis) => {
    const values = spheres.map((sphere) => sphere.center[axis]);
    return Math.max(...values) - Math.min(...values);
  });
  const [x = 0, y = 0, z = 0] = widths;
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

type IndexedSphere = BoundingSphere & { readonly item: number };

function buildNode(spheres: readonly IndexedSphere[]): SphereTree {
  const [only] = spheres;
  if (only !== undefined && spheres.length === 1) return { ...only, children: [] };
  const groups = splitInto(spheres, childrenPerNode);
  return { ...encloseSpheres(spheres), item: -1, children: groups.map(buildNode) };
}

/** Cuts the widest group at its median until there are `count` groups. */
function splitInto(spheres: readonly IndexedSphere[], count: number): IndexedSphere[][] {
  const groups = [[...spheres]];
  while (groups.length < Math.min(count, spheres.length)) {
    groups.sort((a, b) => b.length - a.length);
    const widest = groups.shift() ?? [];
    const axis = widestAxis(widest);
    widest.sort((a, b) => a.center[axis] - b.center[axis]);
    const middle = widest.length >> 1;
    groups.push(widest.slice(0, middle), widest.slice(middle));
  }
  return groups;
}

/** Builds a tree over the items whose bounding spheres are given; undefined when there are none. */
export function buildSphereTree(spheres: readonly BoundingSphere[]): SphereTree | undefined {
  if (spheres.length === 0) return undefined;
  return buildNode(spheres.map(({ center, radius }, item) => ({ center, radius, item })));
}
