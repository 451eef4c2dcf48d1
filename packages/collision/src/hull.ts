import type { Vec3 } from '@cellwright/geometry';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';
import { ConvexSolver, type Support } from './gjk.ts';
import { readPoints } from './parts.ts';

/** A convex solid given by points, prepared for distance queries. */
export interface Hull {
  /** Points that span it: x y z each. */
  readonly vertices: Float64Array;
  /** Outward unit normal and offset of each face: n·p ≤ d inside. Empty when all points lie in one plane. */
  readonly planes: Float64Array;
}

/** Distance from a face plane, as a share of the size, at which a point still lies in it. */
const flatness = 1e-9;

function isFlat(points: readonly Vec3[]): boolean {
  const [origin] = points;
  if (origin === undefined) return true;
  const offsets = points.map((point) => new Vector3(...point).sub(new Vector3(...origin)));
  const longest = (vectors: Vector3[]) =>
    vectors.reduce((a, b) => (b.lengthSq() > a.lengthSq() ? b : a), new Vector3());
  const along = longest(offsets).clone();
  const across = longest(offsets.map((offset) => offset.clone().cross(along)));
  const height = Math.max(...offsets.map((offset) => Math.abs(offset.dot(across.clone().normalize()))));
  return !(height > flatness * along.length());
}

/** Prepares the hull of a flat list of points. */
export function createHull(vertices: ArrayLike<number>): Hull {
  const points = readPoints(vertices);
  if (points.length < 4 || isFlat(points)) {
    return { vertices: Float64Array.from(points.flat()), planes: new Float64Array(0) };
  }
  const hull = new ConvexHull().setFromPoints(points.map((point) => new Vector3(...point)));
  const corners = new Set<Vector3>();
  const planes: number[] = [];
  for (const face of hull.faces) {
    for (let edge = face.edge, index = 0; index < 3; index += 1, edge = edge.next) corners.add(edge.vertex.point);
    planes.push(face.normal.x, face.normal.y, face.normal.z);
  }
  const flat = [...corners].flatMap(({ x, y, z }) => [x, y, z]);
  return { vertices: Float64Array.from(flat), planes: offsetPlanes(planes, flat) };
}

/** Pushes each face out until no corner is beyond it, so that rounding in the hull never cuts off a point. */
function offsetPlanes(normals: readonly number[], corners: readonly number[]): Float64Array {
  const planes = new Float64Array((normals.length / 3) * 4);
  for (let face = 0; face < normals.length / 3; face += 1) {
    const [x, y, z] = [normals[face * 3] ?? 0, normals[face * 3 + 1] ?? 0, normals[face * 3 + 2] ?? 0];
    let offset = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < corners.length; index += 3) {
      const along = x * (corners[index] ?? 0) + y * (corners[index + 1] ?? 0) + z * (corners[index + 2] ?? 0);
      offset = Math.max(offset, along);
    }
    planes.set([x, y, z, offset], face * 4);
  }
  return planes;
}

/** Writes the corner that lies farthest along a direction to out[0..2]. */
export function supportOfPoints(points: Float64Array, dx: number, dy: number, dz: number, out: Float64Array): void {
  let best = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < points.length; index += 3) {
    const x = points[index] ?? 0;
    const y = points[index + 1] ?? 0;
    const z = points[index + 2] ?? 0;
    const along = dx * x + dy * y + dz * z;
    if (along <= best) continue;
    best = along;
    out[0] = x;
    out[1] = y;
    out[2] = z;
  }
}

const solver = new ConvexSolver();
const point = new Float64Array(3);
const supportOfPoint: Support = (_dx, _dy, _dz, out) => out.set(point);

/** Computes the signed distance of a point to the hull, in the hull's frame, never overestimated; see evaluateField. */
export function evaluateHull(hull: Hull, probe: Float64Array): void {
  const { planes, vertices } = hull;
  const x = probe[0] ?? 0;
  const y = probe[1] ?? 0;
  const z = probe[2] ?? 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < planes.length; index += 4) {
    const above =
      (planes[index] ?? 0) * x + (planes[index + 1] ?? 0) * y + (planes[index + 2] ?? 0) * z - (planes[index + 3] ?? 0);
    if (above <= highest) continue;
    highest = above;
    probe[4] = planes[index] ?? 0;
    probe[5] = planes[index + 1] ?? 0;
    probe[6] = planes[index + 2] ?? 0;
  }
  probe[3] = highest;
  if (planes.length > 0 && highest <= 0) return;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  const support: Support = (dx, dy, dz, target) => supportOfPoints(vertices, dx, dy, dz, target);
  const gap = solver.measureGap(
    supportOfPoint,
    support,
    x - (vertices[0] ?? 0),
    y - (vertices[1] ?? 0),
    z - (vertices[2] ?? 0),
  );
  if (gap <= highest) return;
  probe[3] = gap;
  probe[4] = solver.normal[0] ?? 0;
  probe[5] = solver.normal[1] ?? 0;
  probe[6] = solver.normal[2] ?? 0;
}
