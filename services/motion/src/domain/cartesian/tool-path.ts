import {
  angleBetweenQuaternions,
  composePoses,
  crossVec3,
  distanceVec3,
  dotVec3,
  interpolatePoses,
  invertQuaternion,
  makePose,
  multiplyQuaternions,
  normalizeVec3,
  normVec3,
  type Pose,
  positionOf,
  type Quaternion,
  quaternionFromAxisAngle,
  rotateVec3,
  scaleVec3,
  slerpQuaternions,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';

/** Path of the TCP, in the arm's root frame. */
export interface ToolPath {
  readonly kind: 'line' | 'rotation' | 'arc';
  /** Distance of the TCP, metres, and its rotation, rad. */
  readonly length: number;
  readonly angle: number;
  /** Curvature of the TCP's path, 1/m: 0 for a straight path. */
  readonly curvature: number;
  /** Minimum number of waypoints for a smooth curve through them. */
  readonly stepCount?: number;
  /** Returns the pose at a share of the path, 0 … 1. */
  poseAt(share: number): Pose;
}

export type ToolPathResult =
  | { readonly kind: 'path'; readonly path: ToolPath }
  | { readonly kind: 'refused'; readonly message: string };

/** Creates a straight path between poses; the orientation turns evenly the short way. */
export function createLine(from: Pose, to: Pose): ToolPath {
  const length = distanceVec3(positionOf(from), positionOf(to));
  const angle = angleBetweenQuaternions(from, to);
  return { kind: 'line', length, angle, curvature: 0, poseAt: (share) => interpolatePoses(from, to, share) };
}

/** Creates a rotation to an orientation about the TCP, which keeps its position. */
export function createRotation(from: Pose, orientation: Quaternion): ToolPath {
  const to = makePose(positionOf(from), orientation);
  const angle = angleBetweenQuaternions(from, to);
  return { kind: 'rotation', length: 0, angle, curvature: 0, poseAt: (share) => interpolatePoses(from, to, share) };
}

/**
 * Minimum distance of three points from a common line, as a share of their distance; closer points define no usable
 * circle.
 */
const flatness = 1e-4;
/** Minimum distance of points of a circle, metres. */
const leastDistance = 1e-3;

/** Creates an arc from a pose over a point to a pose; the orientation turns evenly the short way. */
export function createArc(from: Pose, over: Vec3, to: Pose): ToolPathResult {
  const start = positionOf(from);
  const end = positionOf(to);
  const toOver = subtractVec3(over, start);
  const toEnd = subtractVec3(end, start);
  const distances = [normVec3(toOver), normVec3(toEnd), distanceVec3(over, end)];
  if (Math.min(...distances) < leastDistance) {
    return { kind: 'refused', message: 'the three points of an arc must be at least 1 mm apart' };
  }
  const normal = crossVec3(toOver, toEnd);
  const area = normVec3(normal);
  // Infinitely distant points are not far from a line either.
  if (!(area >= flatness * Math.max(...distances) ** 2) || !Number.isFinite(area)) {
    return { kind: 'refused', message: 'the three points of an arc lie on a line; use a line instead' };
  }
  // The centre relative to the start: equally far from all three points (barycentric form of the circumcentre).
  const center = scaleVec3(
    crossVec3(
      subtractVec3(scaleVec3(toEnd, dotVec3(toOver, toOver)), scaleVec3(toOver, dotVec3(toEnd, toEnd))),
      normal,
    ),
    1 / (2 * area * area),
  );
  const axis = normalizeVec3(normal);
  const spoke = scaleVec3(center, -1);
  const sweep = measureSweep(spoke, subtractVec3(toEnd, center), axis);
  const angle = angleBetweenQuaternions(from, to);
  const poseAt = (share: number): Pose => {
    const turned = rotateVec3(quaternionFromAxisAngle(axis, sweep * share), spoke);
    const position: Vec3 = [
      start[0] + center[0] + turned[0],
      start[1] + center[1] + turned[1],
      start[2] + center[2] + turned[2],
    ];
    return makePose(share === 1 ? end : position, slerpQuaternions(from, to, share));
  };
  const radius = normVec3(spoke);
  return { kind: 'path', path: { kind: 'arc', length: radius * sweep, angle, curvature: 1 / radius, poseAt } };
}

/** Returns the angle from one spoke to another about the axis, 0 … 2π. */
function measureSweep(from: Vec3, to: Vec3, axis: Vec3): number {
  const angle = Math.atan2(dotVec3(crossVec3(from, to), axis), dotVec3(from, to));
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

/** Reference frame of a relative move; a plane by its pose in the arm's root frame. */
export type MoveFrame =
  | { readonly kind: 'base' }
  | { readonly kind: 'tool' }
  | { readonly kind: 'plane'; readonly pose: Pose };

/**
 * Returns the target of a relative move: in the tool's frame the offset is relative to the TCP; in the base's or a
 * plane's the position shifts along its axes and the orientation turns about them.
 */
export function offsetPose(from: Pose, offset: Pose, frame: MoveFrame): Pose {
  if (frame.kind === 'tool') return composePoses(from, offset);
  const axes: Quaternion = frame.kind === 'plane' ? frame.pose : { i: 0, j: 0, k: 0, w: 1 };
  const shift = rotateVec3(axes, positionOf(offset));
  const turn = multiplyQuaternions(multiplyQuaternions(axes, offset), invertQuaternion(axes));
  const position: Vec3 = [from.x + shift[0], from.y + shift[1], from.z + shift[2]];
  return makePose(position, multiplyQuaternions(turn, from));
}
