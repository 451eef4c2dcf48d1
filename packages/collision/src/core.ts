import { supportOfPoints } from './hull.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import type { Part } from './parts.ts';

/** A part's core in the frame of its body: the frame is the transform at frames[offset…]. */
export interface PlacedCore {
  part: Part;
  frames: Float64Array;
  offset: number;
}

/** Writes R·v + t of a row-major transform to out[o…]. */
export function transformInto(
  m: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = (m[at] ?? 0) * x + (m[at + 1] ?? 0) * y + (m[at + 2] ?? 0) * z + (m[at + 3] ?? 0);
  out[o + 1] = (m[at + 4] ?? 0) * x + (m[at + 5] ?? 0) * y + (m[at + 6] ?? 0) * z + (m[at + 7] ?? 0);
  out[o + 2] = (m[at + 8] ?? 0) * x + (m[at + 9] ?? 0) * y + (m[at + 10] ?? 0) * z + (m[at + 11] ?? 0);
}

/** Share of a direction's length below which its component across a cylinder's axis counts as rounding. */
const alongAxis = 1e-14;

/** Moves the point in out to the rim of a disc about the cylinder's axis, to the point farthest along (x, y, z). */
function addDisc(points: Float64Array, radius: number, x: number, y: number, z: number, out: Float64Array): void {
  let ux = (points[3] ?? 0) - (points[0] ?? 0);
  let uy = (points[4] ?? 0) - (points[1] ?? 0);
  let uz = (points[5] ?? 0) - (points[2] ?? 0);
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  let along = ux * x + uy * y + uz * z;
  let px = x - ux * along;
  let py = y - uy * along;
  let pz = z - uz * along;
  const least = alongAxis * Math.abs(along);
  // Nearly along the axis, the rounding error lies along it too: after subtracting it again the rest is perpendicular.
  along = ux * px + uy * py + uz * pz;
  px -= ux * along;
  py -= uy * along;
  pz -= uz * along;
  const norm = Math.sqrt(px * px + py * py + pz * pz);
  if (!(norm > least)) return;
  const scale = radius / norm;
  out[0] = (out[0] ?? 0) + px * scale;
  out[1] = (out[1] ?? 0) + py * scale;
  out[2] = (out[2] ?? 0) + pz * scale;
}

/** Writes the point of a core, without rounding radius, that lies farthest along a world direction. */
export function supportOfCore(core: PlacedCore, dx: number, dy: number, dz: number, out: Float64Array): void {
  const { part, frames: m, offset: at } = core;
  const x = (m[at] ?? 0) * dx + (m[at + 4] ?? 0) * dy + (m[at + 8] ?? 0) * dz;
  const y = (m[at + 1] ?? 0) * dx + (m[at + 5] ?? 0) * dy + (m[at + 9] ?? 0) * dz;
  const z = (m[at + 2] ?? 0) * dx + (m[at + 6] ?? 0) * dy + (m[at + 10] ?? 0) * dz;
  supportOfPoints(part.points, x, y, z, out);
  if (part.discRadius > 0) addDisc(part.points, part.discRadius, x, y, z, out);
  transformInto(m, at, out[0] ?? 0, out[1] ?? 0, out[2] ?? 0, out, 0);
}

/** Writes the point of a convex obstacle's core (a sphere's centre, a capsule's segment) farthest along a direction. */
export function supportOfObstacle(
  obstacles: ObstacleSet,
  slot: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const { data, kinds } = obstacles;
  const o = slot * obstacleStride;
  const kind = kinds[slot] ?? 0;
  const x = (data[o] ?? 0) * dx + (data[o + 1] ?? 0) * dy + (data[o + 2] ?? 0) * dz;
  const y = (data[o + 3] ?? 0) * dx + (data[o + 4] ?? 0) * dy + (data[o + 5] ?? 0) * dz;
  const z = (data[o + 6] ?? 0) * dx + (data[o + 7] ?? 0) * dy + (data[o + 8] ?? 0) * dz;
  const h0 = data[o + 12] ?? 0;
  const h1 = data[o + 13] ?? 0;
  const hull = obstacles.hulls[slot];
  if (kind === obstacleKinds.convex && hull !== undefined) {
    supportOfPoints(hull.vertices, x, y, z, out);
  } else if (kind === obstacleKinds.box) {
    const h2 = data[o + 14] ?? 0;
    out[0] = x < 0 ? -h0 : h0;
    out[1] = y < 0 ? -h1 : h1;
    out[2] = z < 0 ? -h2 : h2;
  } else {
    const radius = kind === obstacleKinds.cylinder ? h0 : 0;
    const norm = Math.sqrt(x * x + y * y);
    out[0] = norm > 0 ? (x / norm) * radius : 0;
    out[1] = norm > 0 ? (y / norm) * radius : 0;
    out[2] = z < 0 ? -h1 : h1;
  }
  toWorld(data, o, out);
}

/** Transforms the obstacle-frame point in out[0..2] to the world. */
function toWorld(data: Float64Array, o: number, out: Float64Array): void {
  const x = out[0] ?? 0;
  const y = out[1] ?? 0;
  const z = out[2] ?? 0;
  out[0] = (data[o] ?? 0) * x + (data[o + 3] ?? 0) * y + (data[o + 6] ?? 0) * z + (data[o + 9] ?? 0);
  out[1] = (data[o + 1] ?? 0) * x + (data[o + 4] ?? 0) * y + (data[o + 7] ?? 0) * z + (data[o + 10] ?? 0);
  out[2] = (data[o + 2] ?? 0) * x + (data[o + 5] ?? 0) * y + (data[o + 8] ?? 0) * z + (data[o + 11] ?? 0);
}

/** Writes a world point in an obstacle's frame to out[to…]. */
export function toObstacle(
  data: Float64Array,
  o: number,
  wx: number,
  wy: number,
  wz: number,
  out: Float64Array,
  to: number,
): void {
  const x = wx - (data[o + 9] ?? 0);
  const y = wy - (data[o + 10] ?? 0);
  const z = wz - (data[o + 11] ?? 0);
  out[to] = (data[o] ?? 0) * x + (data[o + 1] ?? 0) * y + (data[o + 2] ?? 0) * z;
  out[to + 1] = (data[o + 3] ?? 0) * x + (data[o + 4] ?? 0) * y + (data[o + 5] ?? 0) * z;
  out[to + 2] = (data[o + 6] ?? 0) * x + (data[o + 7] ?? 0) * y + (data[o + 8] ?? 0) * z;
}
