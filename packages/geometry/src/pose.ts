import {
  angleBetweenQuaternions,
  invertQuaternion,
  isUnitQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  rotateVec3,
  slerpQuaternions,
} from './quaternion.ts';
import { addVec3, distanceVec3, lerpVec3, scaleVec3, type Vec3 } from './vec3.ts';

/** A position in metres and an orientation as a unit quaternion; the wire's CartesianPose. */
export interface Pose extends Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const identityPose: Pose = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };

export function makePose(position: Vec3, orientation: Quaternion): Pose {
  const { i, j, k, w } = orientation;
  return { x: position[0], y: position[1], z: position[2], i, j, k, w };
}

export function positionOf(pose: Pose): Vec3 {
  return [pose.x, pose.y, pose.z];
}

export function orientationOf(pose: Pose): Quaternion {
  return { i: pose.i, j: pose.j, k: pose.k, w: pose.w };
}

/** Returns `b`, given in the frame `a`, relative to the frame of `a` (as matrices: A·B). */
export function composePoses(a: Pose, b: Pose): Pose {
  return makePose(addVec3(positionOf(a), rotateVec3(a, positionOf(b))), multiplyQuaternions(a, b));
}

export function invertPose(pose: Pose): Pose {
  const orientation = invertQuaternion(pose);
  return makePose(scaleVec3(rotateVec3(orientation, positionOf(pose)), -1), orientation);
}

/** Returns `target` relative to `reference`, both given in one frame (as matrices: reference⁻¹·target). */
export function relativePose(reference: Pose, target: Pose): Pose {
  return composePoses(invertPose(reference), target);
}

/** Returns a point, given in the frame `pose`, relative to the frame of `pose`. */
export function transformPoint(pose: Pose, point: Vec3): Vec3 {
  return addVec3(positionOf(pose), rotateVec3(pose, point));
}

/** Returns the same position with the orientation scaled to unit length. */
export function normalizePose(pose: Pose): Pose {
  return makePose(positionOf(pose), normalizeQuaternion(pose));
}

/** Returns the pose at fraction `t` (0..1): position on the straight line, orientation along the shorter rotation. */
export function interpolatePoses(a: Pose, b: Pose, t: number): Pose {
  return makePose(lerpVec3(positionOf(a), positionOf(b), t), slerpQuaternions(a, b, t));
}

/** Returns the distance between two poses: metres between the origins, radians (0..π) between the orientations. */
export function distancePoses(a: Pose, b: Pose): { readonly translation: number; readonly rotation: number } {
  return { translation: distanceVec3(positionOf(a), positionOf(b)), rotation: angleBetweenQuaternions(a, b) };
}

/** True if every number is finite and the quaternion is of unit length within its tolerance. */
export function isValidPose(pose: Pose): boolean {
  return Number.isFinite(pose.x) && Number.isFinite(pose.y) && Number.isFinite(pose.z) && isUnitQuaternion(pose);
}
