import { evaluateHull } from './hull.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';

/**
 * A point and its field values: x y z in [0…2], signed distance in [3], its gradient in [4…6]. Passing numbers in a
 * buffer keeps them unboxed in the hot loops.
 */
export type Probe = Float64Array;

export function createProbe(): Probe {
  return new Float64Array(7);
}

/**
 * Computes the signed distance from a point to a convex obstacle, the point in the obstacle's frame. The distance is a
 * convex function, also inside, where it is minus the penetration depth: so distance + gradient · step is a lower bound
 * everywhere. Not for meshes.
 */
export function evaluateField(obstacles: ObstacleSet, slot: number, probe: Probe): void {
  const { data } = obstacles;
  const kind = obstacles.kinds[slot] ?? 0;
  const o = slot * obstacleStride + 12;
  if (kind === obstacleKinds.box) {
    evaluateBox(data, o, probe);
  } else if (kind === obstacleKinds.cylinder) {
    evaluateCylinder(data, o, probe);
  } else if (kind === obstacleKinds.convex) {
    const hull = obstacles.hulls[slot];
    if (hull !== undefined) evaluateHull(hull, probe);
  } else if (kind === obstacleKinds.halfSpace) {
    probe[3] = probe[2] ?? 0;
    probe[4] = 0;
    probe[5] = 0;
    probe[6] = 1;
  } else {
    evaluateCapsule(data, o, probe);
  }
}

function evaluateBox(data: Float64Array, o: number, probe: Probe): void {
  const x = probe[0] ?? 0;
  const y = probe[1] ?? 0;
  const z = probe[2] ?? 0;
  const ax = Math.abs(x) - (data[o] ?? 0);
  const ay = Math.abs(y) - (data[o + 1] ?? 0);
  const az = Math.abs(z) - (data[o + 2] ?? 0);
  const px = Math.max(ax, 0);
  const py = Math.max(ay, 0);
  const pz = Math.max(az, 0);
  const square = px * px + py * py + pz * pz;
  if (square > 0) {
    const norm = Math.sqrt(square);
    const scale = 1 / norm;
    probe[3] = norm;
    probe[4] = x < 0 ? -px * scale : px * scale;
    probe[5] = y < 0 ? -py * scale : py * scale;
    probe[6] = z < 0 ? -pz * scale : pz * scale;
    return;
  }
  const isX = ax >= ay && ax >= az;
  const isY = !isX && ay >= az;
  probe[3] = isX ? ax : isY ? ay : az;
  probe[4] = isX ? (x < 0 ? -1 : 1) : 0;
  probe[5] = isY ? (y < 0 ? -1 : 1) : 0;
  probe[6] = isX || isY ? 0 : z < 0 ? -1 : 1;
}

function evaluateCylinder(data: Float64Array, o: number, probe: Probe): void {
  const x = probe[0] ?? 0;
  const y = probe[1] ?? 0;
  const z = probe[2] ?? 0;
  const fromAxis = Math.sqrt(x * x + y * y);
  const radial = fromAxis - (data[o] ?? 0);
  const axial = Math.abs(z) - (data[o + 1] ?? 0);
  let radialShare = radial > axial ? 1 : 0;
  let axialShare = 1 - radialShare;
  let distance = Math.max(radial, axial);
  if (radial > 0 && axial > 0) {
    distance = Math.sqrt(radial * radial + axial * axial);
    radialShare = radial / distance;
    axialShare = axial / distance;
  }
  const outward = fromAxis > 0 ? radialShare / fromAxis : 0;
  probe[3] = distance;
  probe[4] = x * outward;
  probe[5] = y * outward;
  probe[6] = z < 0 ? -axialShare : axialShare;
}

/** A sphere is a capsule of length 0. */
function evaluateCapsule(data: Float64Array, o: number, probe: Probe): void {
  const x = probe[0] ?? 0;
  const y = probe[1] ?? 0;
  const z = probe[2] ?? 0;
  const half = data[o + 1] ?? 0;
  const rest = z > half ? z - half : z < -half ? z + half : 0;
  const norm = Math.sqrt(x * x + y * y + rest * rest);
  const scale = norm > 0 ? 1 / norm : 0;
  probe[3] = norm - (data[o] ?? 0);
  probe[4] = x * scale;
  probe[5] = y * scale;
  probe[6] = rest * scale;
}
