import { makePose, type Pose, positionOf } from './pose.ts';
import {
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromAxisAngle,
  rotateVec3,
} from './quaternion.ts';
import { angleBetweenVec3, crossVec3, dotVec3, normalizeVec3, normVec3, scaleVec3, type Vec3 } from './vec3.ts';

/** Length of a cross product of unit vectors below which they count as parallel. */
const parallel = 1e-9;

/** Returns the smallest rotation that turns one direction onto another; neither must be zero. */
export function rotationBetween(from: Vec3, to: Vec3): Quaternion {
  const start = normalizeVec3(from);
  const end = normalizeVec3(to);
  const across = crossVec3(start, end);
  const length = normVec3(across);
  if (length > parallel) return quaternionFromAxisAngle(scaleVec3(across, 1 / length), angleBetweenVec3(start, end));
  if (dotVec3(start, end) > 0) return { i: 0, j: 0, k: 0, w: 1 };
  // Opposite: any axis at right angles is as good.
  const axis: Vec3 = Math.abs(start[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  return quaternionFromAxisAngle(normalizeVec3(crossVec3(start, axis)), Math.PI);
}

export interface Alignment {
  /** Same position, turned by the smallest angle. */
  readonly pose: Pose;
  /** Angle of that turn, rad. */
  readonly angle: number;
  /** Index of the line in the given ones. */
  readonly line: number;
}

/**
 * Turns a pose in place until its own `axis` is parallel to the nearest of some lines, in either sense.
 * @param lines directions in the frame of the pose, not zero; at least one
 */
export function alignToLines(pose: Pose, axis: Vec3, lines: readonly Vec3[]): Alignment {
  const direction = rotateVec3(pose, axis);
  let nearest = { angle: Number.POSITIVE_INFINITY, line: 0, target: direction };
  for (const [line, along] of lines.entries()) {
    const target = dotVec3(direction, along) < 0 ? scaleVec3(along, -1) : along;
    const angle = angleBetweenVec3(direction, target);
    if (angle < nearest.angle) nearest = { angle, line, target };
  }
  const turn = rotationBetween(direction, nearest.target);
  const orientation = normalizeQuaternion(multiplyQuaternions(turn, pose));
  return { pose: makePose(positionOf(pose), orientation), angle: nearest.angle, line: nearest.line };
}
