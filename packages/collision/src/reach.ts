import { multiplyTransforms, transformSize } from '@cellwright/geometry';

/**
 * Region of a point fixed to a later body, seen from an earlier frame: within `radius` of the frame's z axis, at a
 * height between `low` and `high`.
 */
interface Ring {
  radius: number;
  low: number;
  high: number;
}

/**
 * Returns the ring about the parent's axis that contains a ring about the axis of `step`'s child frame while that turns
 * too.
 */
function carryRing(ring: Ring, steps: Float64Array, offset: number): Ring {
  const zx = steps[offset + 2] ?? 0;
  const zy = steps[offset + 6] ?? 0;
  const zz = steps[offset + 10] ?? 0;
  const x = steps[offset + 3] ?? 0;
  const y = steps[offset + 7] ?? 0;
  const z = steps[offset + 11] ?? 0;
  const lowDistance = Math.hypot(x + zx * ring.low, y + zy * ring.low);
  const highDistance = Math.hypot(x + zx * ring.high, y + zy * ring.high);
  const tilt = ring.radius * Math.hypot(zx, zy);
  const ends = [z + zz * ring.low, z + zz * ring.high];
  return {
    radius: Math.max(lowDistance, highDistance) + ring.radius,
    low: Math.min(...ends) - tilt,
    high: Math.max(...ends) + tilt,
  };
}

/**
 * Computes for each ball (x y z r in its body's frame) the maximum distance of its centre from axis 1 … dof in any
 * configuration: dof numbers per ball, metres; 0 for axes that do not move it. These are the factors of every bound on
 * motion. Regions are balls of the world (x y z r) that the centre never leaves.
 */
export function computeReach(
  balls: Float64Array,
  bodies: Int32Array,
  root: Float64Array,
  steps: Float64Array,
  dof: number,
): { readonly reach: Float64Array; readonly regions: Float64Array } {
  const reach = new Float64Array(bodies.length * dof);
  const regions = new Float64Array(bodies.length * 4);
  for (const [ball, body] of bodies.entries()) {
    const x = balls[ball * 4] ?? 0;
    const y = balls[ball * 4 + 1] ?? 0;
    const z = balls[ball * 4 + 2] ?? 0;
    let ring: Ring = { radius: Math.hypot(x, y), low: z, high: z };
    for (let axis = body; axis >= 1; axis -= 1) {
      reach[ball * dof + axis - 1] = ring.radius;
      if (axis === 1) writeRegion(ring, root, steps, regions, ball * 4);
      // Step `axis - 1` leads from body axis-1 to body axis.
      ring = carryRing(ring, steps, (axis - 1) * transformSize);
    }
  }
  return { reach, regions };
}

const first = new Float64Array(transformSize);

/** Writes the ball around a ring about the first axis, which is fixed. */
function writeRegion(ring: Ring, root: Float64Array, steps: Float64Array, out: Float64Array, o: number): void {
  multiplyTransforms(first, 0, root, 0, steps, 0);
  const height = (ring.low + ring.high) / 2;
  for (let row = 0; row < 3; row += 1) out[o + row] = (first[row * 4 + 2] ?? 0) * height + (first[row * 4 + 3] ?? 0);
  out[o + 3] = Math.hypot(ring.radius, (ring.high - ring.low) / 2);
}
