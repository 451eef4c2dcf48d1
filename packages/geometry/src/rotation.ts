import { degreesToRadians, radiansToDegrees, wrapAngle } from './angles.ts';
import { type Quaternion, quaternionFromAxisAngle } from './quaternion.ts';
import type { Vec3 } from './vec3.ts';

/** Distance from ±π/2 at which the pitch counts as ±π/2, where only one of roll and yaw is free. */
const atPole = 1e-12;

/**
 * Returns the rotation of URDF roll, pitch, yaw: radians about the fixed x, then y, then z axis (extrinsic x-y-z), as
 * matrices Rz(yaw)·Ry(pitch)·Rx(roll).
 */
export function quaternionFromRpy(rpy: Vec3): Quaternion {
  const cr = Math.cos(rpy[0] / 2);
  const sr = Math.sin(rpy[0] / 2);
  const cp = Math.cos(rpy[1] / 2);
  const sp = Math.sin(rpy[1] / 2);
  const cy = Math.cos(rpy[2] / 2);
  const sy = Math.sin(rpy[2] / 2);
  return {
    i: sr * cp * cy - cr * sp * sy,
    j: cr * sp * cy + sr * cp * sy,
    k: cr * cp * sy - sr * sp * cy,
    w: cr * cp * cy + sr * sp * sy,
  };
}

/** Returns roll, pitch, yaw (radians, pitch within ±π/2) of a unit quaternion; at pitch ±π/2 the roll is 0. */
export function rpyFromQuaternion({ i, j, k, w }: Quaternion): Vec3 {
  // The quaternion contains half the sum and half the difference of roll and yaw separately, each scaled by the
  // distance of the pitch from one end: near ±π/2 the ill-defined one has no weight, so no digits are lost.
  const sumScale = Math.hypot(i + k, w - j);
  const differenceScale = Math.hypot(i - k, w + j);
  const pitch = 2 * Math.atan2(differenceScale - sumScale, differenceScale + sumScale);
  const halfSum = Math.atan2(i + k, w - j);
  const halfDifference = Math.atan2(i - k, w + j);
  if (sumScale < atPole) return [0, pitch, wrapAngle(-2 * halfDifference)];
  if (differenceScale < atPole) return [0, pitch, wrapAngle(2 * halfSum)];
  return [wrapAngle(halfSum + halfDifference), pitch, wrapAngle(halfSum - halfDifference)];
}

/** Returns the rotation of offsetRx, Ry, Rz: degrees about the fixed x, then y, then z axis (extrinsic x-y-z). */
export function quaternionFromEulerDegrees(degrees: Vec3): Quaternion {
  return quaternionFromRpy([degreesToRadians(degrees[0]), degreesToRadians(degrees[1]), degreesToRadians(degrees[2])]);
}

/**
 * Returns the extrinsic x-y-z angles in degrees of a unit quaternion, the inverse of {@link
 * quaternionFromEulerDegrees}.
 */
export function eulerDegreesFromQuaternion(q: Quaternion): Vec3 {
  const [x, y, z] = rpyFromQuaternion(q);
  return [radiansToDegrees(x), radiansToDegrees(y), radiansToDegrees(z)];
}

/** Returns the rotation of a rotation vector: its direction is the axis, its length the angle in radians. */
export function quaternionFromRotationVector(vector: Vec3): Quaternion {
  const angle = Math.hypot(vector[0], vector[1], vector[2]);
  if (angle === 0) return { i: 0, j: 0, k: 0, w: 1 };
  return quaternionFromAxisAngle([vector[0] / angle, vector[1] / angle, vector[2] / angle], angle);
}

/** Returns axis times angle (radians, 0..π) of a unit quaternion, along the shorter rotation. */
export function rotationVectorFromQuaternion(q: Quaternion): Vec3 {
  const sign = q.w < 0 ? -1 : 1;
  const sine = Math.hypot(q.i, q.j, q.k);
  const scale = sine < 1e-12 ? 2 * sign : (sign * 2 * Math.atan2(sine, Math.abs(q.w))) / sine;
  return [q.i * scale, q.j * scale, q.k * scale];
}
