import { Box3, BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { type HitPointInfo, MeshBVH } from 'three-mesh-bvh';
import { ConvexSolver, type Support } from './gjk.ts';
import { supportOfPoints } from './hull.ts';
import type { PreparedMesh, Shape } from './shapes.ts';

type MeshShape = Extract<Shape, { kind: 'mesh' }>;

/** A triangle surface prepared for distance queries, in its own frame. */
export interface MeshField {
  readonly bvh: MeshBVH;
  /** True if every edge is shared by exactly two triangles, so that an inside exists. */
  readonly isClosed: boolean;
  /** Largest absolute coordinate, for rounding margins; metres. */
  readonly extent: number;
  /**
   * Returns the signed distance of a point, negative inside a closed surface; exact up to `limit`, otherwise `limit`.
   */
  measure(x: number, y: number, z: number, limit: number): number;
  /** Does the same for a convex core within `reach` of a centre. */
  measureCore(core: Support, x: number, y: number, z: number, reach: number, limit: number): number;
}

/** Error of search boxes and vertices, which are kept in single precision, as a share of the extent. */
const rounding = 3e-7;

function readClosedness(vertices: ArrayLike<number>, triangles: ArrayLike<number>): boolean {
  // Exporters repeat vertices at seams; only their positions matter.
  const names = new Map<string, number>();
  const nameOf = (vertex: number) => {
    const key = `${vertices[vertex * 3]},${vertices[vertex * 3 + 1]},${vertices[vertex * 3 + 2]}`;
    const name = names.get(key) ?? names.size;
    names.set(key, name);
    return name;
  };
  const uses = new Map<number, number>();
  const span = vertices.length / 3 + 1;
  for (let index = 0; index < triangles.length; index += 3) {
    const corners = [
      nameOf(triangles[index] ?? 0),
      nameOf(triangles[index + 1] ?? 0),
      nameOf(triangles[index + 2] ?? 0),
    ];
    for (let side = 0; side < 3; side += 1) {
      const [a, b] = [corners[side] ?? 0, corners[(side + 1) % 3] ?? 0];
      if (a === b) continue;
      const key = Math.min(a, b) * span + Math.max(a, b);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  return uses.size > 0 && [...uses.values()].every((count) => count === 2);
}

/**
 * Three directions without symmetry, so that rays through an edge or a corner of one model are unlikely in all three.
 */
const insideRays = [
  new Vector3(0.8017, 0.2673, 0.5345).normalize(),
  new Vector3(-0.3713, 0.7428, 0.5571).normalize(),
  new Vector3(0.2182, -0.4364, -0.8729).normalize(),
];

function geometryOf({ vertices }: MeshShape): BufferGeometry {
  const geometry = new BufferGeometry();
  const places = vertices instanceof Float32Array ? vertices : Float32Array.from(vertices);
  return geometry.setAttribute('position', new BufferAttribute(places, 3));
}

/** Prepares a mesh. The work grows with its triangles: about a second for a million. The shape must be valid. */
export function prepareMesh(shape: MeshShape): PreparedMesh {
  const geometry = geometryOf(shape);
  geometry.setIndex(new BufferAttribute(Uint32Array.from(shape.triangles), 1));
  const tree = MeshBVH.serialize(new MeshBVH(geometry), { cloneBuffers: false });
  let extent = 0;
  for (let index = 0; index < shape.vertices.length; index += 1) {
    extent = Math.max(extent, Math.abs(shape.vertices[index] ?? 0));
  }
  return { tree, isClosed: readClosedness(shape.vertices, shape.triangles), extent };
}

/** Returns a mesh for queries; prepares it unless it is already prepared. */
export function createMeshField(shape: MeshShape): MeshField {
  const { tree, isClosed, extent } = shape.prepared ?? prepareMesh(shape);
  const bvh = MeshBVH.deserialize(tree, geometryOf(shape), { setIndex: true });
  const point = new Vector3();
  const ray = new Ray();
  const hit: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  // One ray that crosses an odd number of surfaces is enough: in doubt a point is inside.
  const isInside = () =>
    insideRays.some((direction) => {
      ray.origin.copy(point);
      ray.direction.copy(direction);
      const distances = bvh.raycast(ray, DoubleSide).map((found) => found.distance);
      return countSurfaces(distances) % 2 === 1;
    });
  const box = bvh.getBoundingBox(new Box3());
  const measure = (x: number, y: number, z: number, limit: number): number => {
    point.set(x, y, z);
    const slack = rounding * (extent + Math.abs(x) + Math.abs(y) + Math.abs(z));
    const toBox = box.distanceToPoint(point);
    if (toBox > limit + slack) return limit;
    const nearest = bvh.closestPointToPoint(
      point,
      hit,
      0,
      isClosed && toBox <= slack ? Number.POSITIVE_INFINITY : limit + slack,
    );
    const distance = nearest === null ? limit : nearest.distance - slack;
    if (isClosed && toBox <= slack && isInside()) return -Math.max(0, distance + 2 * slack);
    return Math.min(distance, limit);
  };
  return {
    bvh,
    isClosed,
    extent,
    measure,
    measureCore: createCoreMeasure(bvh, extent, isClosed ? measure : undefined),
  };
}

/** Walks the tree towards the core and measures the triangles that can be nearest. */
function createCoreMeasure(bvh: MeshBVH, extent: number, inside?: MeshField['measure']): MeshField['measureCore'] {
  const solver = new ConvexSolver();
  const corners = new Float64Array(9);
  const supportOfTriangle: Support = (dx, dy, dz, out) => supportOfPoints(corners, dx, dy, dz, out);
  const center = new Vector3();
  return (core, x, y, z, reach, limit) => {
    center.set(x, y, z);
    const slack = rounding * (extent + Math.abs(x) + Math.abs(y) + Math.abs(z));
    let nearest = limit + slack;
    bvh.shapecast({
      boundsTraverseOrder: (box) => box.distanceToPoint(center),
      intersectsBounds: (box) => box.distanceToPoint(center) - reach < nearest + slack,
      intersectsTriangle: ({ a, b, c }) => {
        corners.set([a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]);
        const gap = solver.measureGap(core, supportOfTriangle, x - a.x, y - a.y, z - a.z);
        nearest = Math.min(nearest, gap);
        return false;
      },
    });
    nearest = Math.min(limit, nearest - slack);
    if (inside === undefined) return nearest;
    // A core whose centre is inside may be deeper elsewhere, by at most its reach.
    const atCenter = inside(x, y, z, limit + reach);
    return atCenter < 0 ? Math.min(nearest, atCenter - reach) : nearest;
  };
}

/** Hits at the same distance are one surface: the ray went through an edge shared by two triangles. */
function countSurfaces(distances: number[]): number {
  distances.sort((a, b) => a - b);
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const distance of distances) {
    if (distance - last > 1e-7 * (1 + distance)) count += 1;
    last = distance;
  }
  return count;
}
