import type { Vec3 } from './vec3.ts';

/** A rotation in the API's form: vector part i, j, k and scalar part w. */
export interface Quaternion {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly w: number;
}

const identityQuaternion: Quaternion = { i: 0, j: 0, k: 0, w: 1 };

/** Maximum deviation of the squared norm from 1 before a quaternion is refused. */
const unitQuaternionTolerance = 0.01;

function squaredNormOfQuaternion(q: Quaternion): number {
  return q.i * q.i + q.j * q.j + q.k * q.k + q.w * q.w;
}

/** True if the squared norm is within 0.01 of 1; false for NaN and infinities. */
export function isUnitQuaternion(q: Quaternion): boolean {
  return Math.abs(squaredNormOfQuaternion(q) - 1) <= unitQuaternionTolerance;
}

/** Returns the unit quaternion of the same direction; the identity for one without a direction (zero, NaN). */
export function normalizeQuaternion(q: Quaternion): Quaternion {
  const norm = Math.hypot(q.i, q.j, q.k, q.w);
  if (!(norm > 0) || !Number.isFinite(norm)) return identityQuaternion;
  return { i: q.i / norm, j: q.j / norm, k: q.k / norm, w: q.w / norm };
}

/** Returns the rotation that first turns by `b`, then by `a` (as matrices: A·B). */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  return {
    i: a.w * b.i + a.i * b.w + a.j * b.k - a.k * b.j,
    j: a.w * b.j - a.i * b.k + a.j * b.w + a.k * b.i,
    k: a.w * b.k + a.i * b.j - a.j * b.i + a.k * b.w,
    w: a.w * b.w - a.i * b.i - a.j * b.j - a.k * b.k,
  };
}

/** Returns the inverse of a unit quaternion. */
export function invertQuaternion(q: Quaternion): Quaternion {
  return { i: -q.i, j: -q.j, k: -q.k, w: q.w };
}

/** Returns the vector rotated by a unit quaternion. */
export function rotateVec3(q: Quaternion, v: Vec3): Vec3 {
  const tx = 2 * (q.j * v[2] - q.k * v[1]);
  const ty = 2 * (q.k * v[0] - q.i * v[2]);
  const tz = 2 * (q.i * v[1] - q.j * v[0]);
  return [
    v[0] + q.w * tx + q.j * tz - q.k * ty,
    v[1] + q.w * ty + q.k * tx - q.i * tz,
    v[2] + q.w * tz + q.i * ty - q.j * tx,
  ];
}

/** Returns the rotation by `angle` radians about a unit axis. */
export function quaternionFromAxisAngle(axis: Vec3, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return { i: axis[0] * sine, j: axis[1] * sine, k: axis[2] * sine, w: Math.cos(angle / 2) };
}

/** Returns the angle of the rotation from `a` to `b`, 0..π rad; the sign of either quaternion does not matter. */
export function angleBetweenQuaternions(a: Quaternion, b: Quaternion): number {
  if (isSameRotation(a, b)) return 0;
  const d = multiplyQuaternions(invertQuaternion(a), b);
  return 2 * Math.atan2(Math.hypot(d.i, d.j, d.k), Math.abs(d.w));
}

/** True if the numbers are equal, or all of them negated: exactly the same rotation, without rounding. */
function isSameRotation(a: Quaternion, b: Quaternion): boolean {
  const isSame = a.i === b.i && a.j === b.j && a.k === b.k && a.w === b.w;
  return isSame || (a.i === -b.i && a.j === -b.j && a.k === -b.k && a.w === -b.w);
}

/** Returns the rotation at fraction `t` (0..1) of the shorter rotation from `a` to `b`, at constant angular speed. */
export function slerpQuaternions(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const dot = a.i * b.i + a.j * b.j + a.k * b.k + a.w * b.w;
  const sign = dot < 0 ? -1 : 1;
  const difference = Math.hypot(b.i * sign - a.i, b.j * sign - a.j, b.k * sign - a.k, b.w * sign - a.w);
  const sum = Math.hypot(b.i * sign + a.i, b.j * sign + a.j, b.k * sign + a.k, b.w * sign + a.w);
  const angle = 2 * Math.atan2(difference, sum);
  const sine = Math.sin(angle);
  // Below this the arc is straight to machine precision, and sin(angle) would lose digits.
  const isStraight = angle < 1e-7;
  const fromShare = isStraight ? 1 - t : Math.sin((1 - t) * angle) / sine;
  const toShare = sign * (isStraight ? t : Math.sin(t * angle) / sine);
  return normalizeQuaternion({
    i: a.i * fromShare + b.i * toShare,
    j: a.j * fromShare + b.j * toShare,
    k: a.k * fromShare + b.k * toShare,
    w: a.w * fromShare + b.w * toShare,
  });
}
