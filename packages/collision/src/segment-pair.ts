import { transformInto } from './core.ts';
import type { Part } from './parts.ts';

const ends = new Float64Array(12);

function clamp(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1);
}

/**
 * Returns the distance between the segments (or points) of two rounded cores, by the closed form of the nearest points
 * of two segments. Writes the unit direction from the second to the first to out[0..2].
 */
export function measureSegments(
  a: Part,
  aFrames: Float64Array,
  aAt: number,
  b: Part,
  bFrames: Float64Array,
  bAt: number,
  out: Float64Array,
): number {
  const { points: p } = a;
  const { points: q } = b;
  const pLast = p.length - 3;
  const qLast = q.length - 3;
  transformInto(aFrames, aAt, p[0] ?? 0, p[1] ?? 0, p[2] ?? 0, ends, 0);
  transformInto(aFrames, aAt, p[pLast] ?? 0, p[pLast + 1] ?? 0, p[pLast + 2] ?? 0, ends, 3);
  transformInto(bFrames, bAt, q[0] ?? 0, q[1] ?? 0, q[2] ?? 0, ends, 6);
  transformInto(bFrames, bAt, q[qLast] ?? 0, q[qLast + 1] ?? 0, q[qLast + 2] ?? 0, ends, 9);
  const px = ends[0] ?? 0;
  const py = ends[1] ?? 0;
  const pz = ends[2] ?? 0;
  const ux = (ends[3] ?? 0) - px;
  const uy = (ends[4] ?? 0) - py;
  const uz = (ends[5] ?? 0) - pz;
  const qx = ends[6] ?? 0;
  const qy = ends[7] ?? 0;
  const qz = ends[8] ?? 0;
  const vx = (ends[9] ?? 0) - qx;
  const vy = (ends[10] ?? 0) - qy;
  const vz = (ends[11] ?? 0) - qz;
  const rx = px - qx;
  const ry = py - qy;
  const rz = pz - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const determinant = uu * vv - uv * uv;
  // Parallel segments have many nearest points; the start of the first leads to one of them.
  let s = determinant > 1e-12 * uu * vv ? clamp((uv * vr - ur * vv) / determinant) : 0;
  let t = vv > 0 ? (uv * s + vr) / vv : 0;
  if (t < 0 || t > 1 || vv === 0) {
    t = clamp(t);
    s = uu > 0 ? clamp((uv * t - ur) / uu) : 0;
  }
  const dx = rx + ux * s - vx * t;
  const dy = ry + uy * s - vy * t;
  const dz = rz + uz * s - vz * t;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const scale = distance > 0 ? 1 / distance : 0;
  out[0] = dx * scale;
  out[1] = dy * scale;
  out[2] = dz * scale;
  return distance;
}
