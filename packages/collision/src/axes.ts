import { normalizeVec3, type Quaternion, type Vec3 } from '@cellwright/geometry';

/** Returns the rotation that turns z into `axis`. */
export function rotationOntoAxis(axis: Vec3): Quaternion {
  const [x, y, z] = normalizeVec3(axis);
  const off = Math.hypot(x, y);
  // Computed directly, 1 + z loses all its digits near the opposite direction.
  const norm = z < 0 ? off * Math.sqrt(2 / (1 - z)) : Math.sqrt(2 * (1 + z));
  // For the exact opposite no shortest rotation exists; half a turn about x is one solution.
  if (norm < 1e-150) return { i: 1, j: 0, k: 0, w: 0 };
  return { i: -y / norm, j: x / norm, k: 0, w: norm / 2 };
}
