import { makePose, type Pose } from './pose.ts';
import { normalizeQuaternion, type Quaternion } from './quaternion.ts';
import type { Vec3 } from './vec3.ts';

/**
 * Rigid transforms for hot paths: 3×4, row-major, twelve numbers r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22 z.
 * Every kernel writes into a caller's buffer at an offset (in numbers) and allocates nothing. Indices are
 * always in range by construction, so reads fall back to 0 only to satisfy the type.
 */
export type Transform = Float64Array;

/** Count of numbers in one transform. */
export const transformSize = 12;

/** Creates a buffer of `count` identity transforms, one after the other. */
export function createTransforms(count = 1): Transform {
  const out = new Float64Array(count * transformSize);
  for (let index = 0; index < count; index += 1) setIdentityTransform(out, index * transformSize);
  return out;
}

function setIdentityTransform(out: Transform, offset = 0): void {
  out.fill(0, offset, offset + transformSize);
  out[offset] = 1;
  out[offset + 5] = 1;
  out[offset + 10] = 1;
}

export function copyTransform(out: Transform, outOffset: number, source: Transform, sourceOffset: number): void {
  for (let index = 0; index < transformSize; index += 1) out[outOffset + index] = source[sourceOffset + index] ?? 0;
}

/** Writes out = A·B. The output must not overlap either input. */
export function multiplyTransforms(
  out: Transform,
  o: number,
  a: Transform,
  ao: number,
  b: Transform,
  bo: number,
): void {
  const b00 = b[bo] ?? 0;
  const b01 = b[bo + 1] ?? 0;
  const b02 = b[bo + 2] ?? 0;
  const b03 = b[bo + 3] ?? 0;
  const b10 = b[bo + 4] ?? 0;
  const b11 = b[bo + 5] ?? 0;
  const b12 = b[bo + 6] ?? 0;
  const b13 = b[bo + 7] ?? 0;
  const b20 = b[bo + 8] ?? 0;
  const b21 = b[bo + 9] ?? 0;
  const b22 = b[bo + 10] ?? 0;
  const b23 = b[bo + 11] ?? 0;
  for (let row = 0; row < 12; row += 4) {
    const a0 = a[ao + row] ?? 0;
    const a1 = a[ao + row + 1] ?? 0;
    const a2 = a[ao + row + 2] ?? 0;
    out[o + row] = a0 * b00 + a1 * b10 + a2 * b20;
    out[o + row + 1] = a0 * b01 + a1 * b11 + a2 * b21;
    out[o + row + 2] = a0 * b02 + a1 * b12 + a2 * b22;
    out[o + row + 3] = a0 * b03 + a1 * b13 + a2 * b23 + (a[ao + row + 3] ?? 0);
  }
}

/** Writes out = A⁻¹. The output must not overlap the input. */
export function invertTransform(out: Transform, o: number, a: Transform, ao: number): void {
  const x = a[ao + 3] ?? 0;
  const y = a[ao + 7] ?? 0;
  const z = a[ao + 11] ?? 0;
  for (let column = 0; column < 3; column += 1) {
    const r0 = a[ao + column] ?? 0;
    const r1 = a[ao + 4 + column] ?? 0;
    const r2 = a[ao + 8 + column] ?? 0;
    const row = o + column * 4;
    out[row] = r0;
    out[row + 1] = r1;
    out[row + 2] = r2;
    out[row + 3] = -(r0 * x + r1 * y + r2 * z);
  }
}

/** Writes the transform of a position and a unit quaternion. */
export function setTransform(out: Transform, o: number, position: Vec3, q: Quaternion): void {
  const { i, j, k, w } = q;
  out[o] = 1 - 2 * (j * j + k * k);
  out[o + 1] = 2 * (i * j - k * w);
  out[o + 2] = 2 * (i * k + j * w);
  out[o + 3] = position[0];
  out[o + 4] = 2 * (i * j + k * w);
  out[o + 5] = 1 - 2 * (i * i + k * k);
  out[o + 6] = 2 * (j * k - i * w);
  out[o + 7] = position[1];
  out[o + 8] = 2 * (i * k - j * w);
  out[o + 9] = 2 * (j * k + i * w);
  out[o + 10] = 1 - 2 * (i * i + j * j);
  out[o + 11] = position[2];
}

/** Writes the transform of a pose; its quaternion is scaled to unit length first. */
export function setTransformFromPose(out: Transform, o: number, pose: Pose): void {
  const { x, y, z, i, j, k, w } = pose;
  const s = 2 / (i * i + j * j + k * k + w * w);
  out[o] = 1 - s * (j * j + k * k);
  out[o + 1] = s * (i * j - k * w);
  out[o + 2] = s * (i * k + j * w);
  out[o + 3] = x;
  out[o + 4] = s * (i * j + k * w);
  out[o + 5] = 1 - s * (i * i + k * k);
  out[o + 6] = s * (j * k - i * w);
  out[o + 7] = y;
  out[o + 8] = s * (i * k - j * w);
  out[o + 9] = s * (j * k + i * w);
  out[o + 10] = 1 - s * (i * i + j * j);
  out[o + 11] = z;
}

export function transformFromPose(pose: Pose): Transform {
  const out = new Float64Array(transformSize);
  setTransformFromPose(out, 0, pose);
  return out;
}

/** Returns the rotation of a transform as a unit quaternion with w ≥ 0. */
export function quaternionOfTransform(m: Transform, o = 0): Quaternion {
  const r00 = m[o] ?? 0;
  const r01 = m[o + 1] ?? 0;
  const r02 = m[o + 2] ?? 0;
  const r10 = m[o + 4] ?? 0;
  const r11 = m[o + 5] ?? 0;
  const r12 = m[o + 6] ?? 0;
  const r20 = m[o + 8] ?? 0;
  const r21 = m[o + 9] ?? 0;
  const r22 = m[o + 10] ?? 0;
  const trace = r00 + r11 + r22;
  let q: Quaternion;
  // The largest component is the divisor, so that no digit is lost.
  if (trace >= r00 && trace >= r11 && trace >= r22) {
    q = { i: r21 - r12, j: r02 - r20, k: r10 - r01, w: 1 + trace };
  } else if (r00 >= r11 && r00 >= r22) {
    q = { i: 1 + r00 - r11 - r22, j: r01 + r10, k: r02 + r20, w: r21 - r12 };
  } else if (r11 >= r22) {
    q = { i: r01 + r10, j: 1 + r11 - r00 - r22, k: r12 + r21, w: r02 - r20 };
  } else {
    q = { i: r02 + r20, j: r12 + r21, k: 1 + r22 - r00 - r11, w: r10 - r01 };
  }
  const sign = q.w < 0 ? -1 : 1;
  return normalizeQuaternion({ i: q.i * sign, j: q.j * sign, k: q.k * sign, w: q.w * sign });
}

export function poseOfTransform(m: Transform, o = 0): Pose {
  return makePose([m[o + 3] ?? 0, m[o + 7] ?? 0, m[o + 11] ?? 0], quaternionOfTransform(m, o));
}
