import { normalizeVec3, type Quaternion, type Vec3 } from '@cellwright/geometry';

/** The rotation that turns z into `axis`. */
export function rotationOntoAxis(axis: Vec3): Quaternion {
  const [x, y, z] = normalizeVec3(axis);
  // Opposite to z there is no shortest way; half a turn about x is one.
  if (z < -1 + 1e-9) return { i: 1, j: 0, k: 0, w: 0 };
  const norm = Math.sqrt(2 * (1 + z));
  return { i: -y / norm, j: x / norm, k: 0, w: norm / 2 };
}
