import {
  addVec3,
  averagePosition,
  crossVec3,
  dotVec3,
  makePose,
  normalizeVec3,
  scaleVec3,
  type Vec3,
} from '@cellwright/geometry';
import { rotationOntoAxis } from './axes.ts';
import { readPoints } from './parts.ts';
import type { PlacedShape } from './shapes.ts';
import { encloseSpheres } from './sphere-tree.ts';

interface Capsule {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
  readonly volume: number;
}

/** Returns the eigenvectors of the points' covariance by Jacobi rotations: the directions in which they spread. */
export function findSpreadAxes(points: readonly Vec3[]): Vec3[] {
  const mean = averagePosition(points);
  const m = new Float64Array(9);
  for (const point of points) {
    const d = [point[0] - mean[0], point[1] - mean[1], point[2] - mean[2]];
    for (let i = 0; i < 9; i += 1) m[i] = (m[i] ?? 0) + (d[Math.floor(i / 3)] ?? 0) * (d[i % 3] ?? 0);
  }
  const v = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  for (let sweep = 0; sweep < 20; sweep += 1) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      rotateAway(m, v, p, q);
    }
  }
  return [0, 1, 2].map((column): Vec3 => [v[column] ?? 0, v[3 + column] ?? 0, v[6 + column] ?? 0]);
}

/**
 * Applies one Jacobi rotation: clears the element (p, q) of the symmetric matrix and rotates the eigenvectors along.
 */
function rotateAway(m: Float64Array, v: Float64Array, p: number, q: number): void {
  const off = m[p * 3 + q] ?? 0;
  if (Math.abs(off) < 1e-15) return;
  const angle = 0.5 * Math.atan2(2 * off, (m[q * 3 + q] ?? 0) - (m[p * 3 + p] ?? 0));
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (let k = 0; k < 3; k += 1) {
    const a = m[p * 3 + k] ?? 0;
    const b = m[q * 3 + k] ?? 0;
    m[p * 3 + k] = c * a - s * b;
    m[q * 3 + k] = s * a + c * b;
  }
  for (let k = 0; k < 3; k += 1) {
    const a = m[k * 3 + p] ?? 0;
    const b = m[k * 3 + q] ?? 0;
    m[k * 3 + p] = c * a - s * b;
    m[k * 3 + q] = s * a + c * b;
    const e = v[k * 3 + p] ?? 0;
    const f = v[k * 3 + q] ?? 0;
    v[k * 3 + p] = c * e - s * f;
    v[k * 3 + q] = s * e + c * f;
  }
}

/** Returns the shortest capsule along an axis that encloses all points, for the narrowest tube around them. */
function fitAlong(points: readonly Vec3[], axis: Vec3): Capsule {
  const helper: Vec3 = Math.abs(axis[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const u = normalizeVec3(crossVec3(axis, helper));
  const w = crossVec3(axis, u);
  const flat = points.map((point) => ({ center: [dotVec3(point, u), dotVec3(point, w), 0] as Vec3, radius: 0 }));
  const tube = encloseSpheres(flat);
  // Slightly wider than found, so that rounding leaves no point outside.
  const radius = tube.radius * (1 + 1e-9) + 1e-9;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const [x = 0, y = 0] = flat[index]?.center ?? [];
    const off = Math.hypot(x - tube.center[0], y - tube.center[1]);
    const cap = Math.sqrt(Math.max(0, radius * radius - off * off));
    const along = dotVec3(point, axis);
    // Highest possible centre of the lower cap and lowest possible centre of the upper one.
    low = Math.min(low, along + cap);
    high = Math.max(high, along - cap);
  }
  if (low > high) low = high = (low + high) / 2;
  const base = addVec3(scaleVec3(u, tube.center[0]), scaleVec3(w, tube.center[1]));
  const volume = Math.PI * radius * radius * (high - low + (4 / 3) * radius);
  return { from: addVec3(base, scaleVec3(axis, low)), to: addVec3(base, scaleVec3(axis, high)), radius, volume };
}

/** Returns a capsule between two points as a placed shape. */
export function placeCapsule(from: Vec3, to: Vec3, radius: number): PlacedShape {
  const along: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...along);
  const center = scaleVec3(addVec3(from, to), 0.5);
  const turn = length > 0 ? rotationOntoAxis(along) : { i: 0, j: 0, k: 0, w: 1 };
  return { shape: { kind: 'capsule', radius, length }, pose: makePose(center, turn) };
}

/**
 * Returns the capsule of least volume, among those along the directions of spread, that encloses all points (x y z
 * each).
 */
export function fitCapsule(vertices: ArrayLike<number>): { readonly placed: PlacedShape; readonly volume: number } {
  const points = readPoints(vertices);
  const axes = [...findSpreadAxes(points), [1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vec3[];
  const fits = axes.map((axis) => fitAlong(points, normalizeVec3(axis)));
  const best = fits.reduce((a, b) => (b.volume < a.volume ? b : a));
  return { placed: placeCapsule(best.from, best.to, best.radius), volume: best.volume };
}
