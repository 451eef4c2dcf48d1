import { normalizeVec3, type Quaternion, type Vec3 } from '@cellwright/geometry';

/** The rotation that turns z into `axis`. */
export function rotationOntoAxis(axis: Vec3): Quaternion {
  const [x, y, z] = normalizeVec3(axis);
  const off = Math.hypot(x, y);
  // 1 + z as it is written loses all its digits near the opposite direction.
  const norm = z < 0 ? off * Math.sqrt(2 / (1 - z)) : Math.sqrt(2 * (1 + z));
  // Exactly opposite there is no shortest way; half a turn about x is one.
  if (norm < 1e-150) return { i: 1, j: 0, k: 0, w: 0 };
  return { i: -y / norm, j: x / norm, k: 0, w: norm / 2 };
}
