import { evaluateHull } from './hull.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';

/**
 * Signed distance from a point to a convex obstacle, the point in the obstacle's frame; the gradient goes to
 * out[0..2]. The distance is a convex function, also inside, where it is minus the way out: so
 * distance + gradient · step is a lower bound everywhere. Not for meshes.
 */
export function evaluateField(
  obstacles: ObstacleSet,
  slot: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const { data } = obstacles;
  const kind = obstacles.kinds[slot] ?? 0;
  const o = slot * obstacleStride + 12;
  const h0 = data[o] ?? 0;
  const h1 = data[o + 1] ?? 0;
  if (kind === obstacleKinds.box) return evaluateBox(h0, h1, data[o + 2] ?? 0, x, y, z, out);
  if (kind === obstacleKinds.cylinder) return evaluateCylinder(h0, h1, x, y, z, out);
  if (kind === obstacleKinds.convex) {
    const hull = obstacles.hulls[slot];
    return hull === undefined ? 0 : evaluateHull(hull, x, y, z, out);
  }
  if (kind === obstacleKinds.halfSpace) {
    out[0] = 0;
    out[1] = 0;
    out[2] = 1;
    return z;
  }
  // A sphere is a capsule of length 0.
  const rest = z > h1 ? z - h1 : z < -h1 ? z + h1 : 0;
  const norm = Math.sqrt(x * x + y * y + rest * rest);
  const scale = norm > 0 ? 1 / norm : 0;
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = rest * scale;
  return norm - h0;
}

function evaluateBox(hx: number, hy: number, hz: number, x: number, y: number, z: number, out: Float64Array): number {
  const ax = Math.abs(x) - hx;
  const ay = Math.abs(y) - hy;
  const az = Math.abs(z) - hz;
  const px = Math.max(ax, 0);
  const py = Math.max(ay, 0);
  const pz = Math.max(az, 0);
  const square = px * px + py * py + pz * pz;
  if (square > 0) {
    const norm = Math.sqrt(square);
    const scale = 1 / norm;
    out[0] = x < 0 ? -px * scale : px * scale;
    out[1] = y < 0 ? -py * scale : py * scale;
    out[2] = z < 0 ? -pz * scale : pz * scale;
    return norm;
  }
  const nearest = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  out[0] = nearest === 0 ? (x < 0 ? -1 : 1) : 0;
  out[1] = nearest === 1 ? (y < 0 ? -1 : 1) : 0;
  out[2] = nearest === 2 ? (z < 0 ? -1 : 1) : 0;
  return nearest === 0 ? ax : nearest === 1 ? ay : az;
}

function evaluateCylinder(radius: number, half: number, x: number, y: number, z: number, out: Float64Array): number {
  const fromAxis = Math.sqrt(x * x + y * y);
  const radial = fromAxis - radius;
  const axial = Math.abs(z) - half;
  const outward = fromAxis > 0 ? 1 / fromAxis : 0;
  const upward = z < 0 ? -1 : 1;
  let radialShare = radial > axial ? 1 : 0;
  let axialShare = 1 - radialShare;
  let distance = Math.max(radial, axial);
  if (radial > 0 && axial > 0) {
    distance = Math.sqrt(radial * radial + axial * axial);
    radialShare = radial / distance;
    axialShare = axial / distance;
  }
  out[0] = x * outward * radialShare;
  out[1] = y * outward * radialShare;
  out[2] = upward * axialShare;
  return distance;
}
