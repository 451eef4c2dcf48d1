import { createKinematics, defaultArm, standingLinksOf } from '@cellwright/arm';
import type { JointAngles } from '@cellwright/domain/robot';
import type { CollisionBox, Obstacle } from '@cellwright/domain/space';
import {
  composePoses,
  identityPose,
  invertPose,
  type Pose,
  poseOfTransform,
  transformPoint,
  transformSize,
  type Vec3,
} from '@cellwright/geometry';

/**
 * Slow, simple distances between the parts of the default arm and a box. For tests: shares nothing with the collision world.
 */
const kinematics = createKinematics(defaultArm);
const fixed = new Set(standingLinksOf(defaultArm));
const searchSteps = 80;
const projections = 2000;

type BoxSize = readonly [number, number, number];

function clampInto([x, y, z]: Vec3, [sx, sy, sz]: BoxSize): Vec3 {
  const clamp = (value: number, size: number) => Math.min(size / 2, Math.max(-size / 2, value));
  return [clamp(x, sx), clamp(y, sy), clamp(z, sz)];
}

function apart([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): number {
  return Math.hypot(ax - bx, ay - by, az - bz);
}

/** Distance of a segment from a box in the frame of the box: convex along the segment, so a ternary search finds it. */
function segmentToBox(from: Vec3, to: Vec3, size: BoxSize): number {
  const at = (t: number): number => {
    const point: Vec3 = [
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t,
      from[2] + (to[2] - from[2]) * t,
    ];
    return apart(point, clampInto(point, size));
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < searchSteps; step += 1) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(one) <= at(other)) high = other;
    else low = one;
  }
  return Math.min(at(low), at(0), at(1));
}

/** Upper bound of the distance of two boxes, close to it: alternating projections of a point onto both. */
function boxToBox(pose: Pose, size: BoxSize, otherPose: Pose, otherSize: BoxSize): number {
  const into = (frame: Pose, boxSize: BoxSize, point: Vec3) =>
    transformPoint(frame, clampInto(transformPoint(invertPose(frame), point), boxSize));
  let one: Vec3 = [pose.x, pose.y, pose.z];
  let other = into(otherPose, otherSize, one);
  for (let step = 0; step < projections; step += 1) {
    const next = into(pose, size, other);
    if (apart(next, one) < 1e-9) break;
    one = next;
    other = into(otherPose, otherSize, one);
  }
  return apart(one, other);
}

/** Returns the distance of the nearest moving part of the arm, or of a box on its flange, from a box; m. */
export function distanceToBox(
  joints: JointAngles,
  boxes: readonly CollisionBox[],
  { pose, shape }: Pick<Obstacle, 'pose' | 'shape'>,
  base: Pose = identityPose,
): number {
  if (shape.kind !== 'box') throw new Error('only boxes');
  const [sx, sy, sz] = shape.size;
  const size: BoxSize = [sx, sy, sz];
  const links = kinematics.computeLinks(joints);
  const toBox = invertPose(pose);
  let nearest = Number.POSITIVE_INFINITY;
  for (const { name, collision } of defaultArm.links) {
    if (fixed.has(name)) continue;
    const link = composePoses(base, poseOfTransform(links, kinematics.indexOfLink(name) * transformSize));
    const place = (point: Vec3) => transformPoint(toBox, transformPoint(link, point));
    for (const geometry of collision) {
      if (geometry.kind !== 'capsule') throw new Error(`the oracle has no ${geometry.kind}`);
      const gap = segmentToBox(place(geometry.from), place(geometry.to), size) - geometry.radius;
      nearest = Math.min(nearest, gap);
    }
  }
  const flange = composePoses(base, kinematics.computeTipPose(joints));
  for (const box of boxes) {
    const [bx, by, bz] = box.size;
    nearest = Math.min(nearest, boxToBox(composePoses(flange, box.pose), [bx, by, bz], pose, size));
  }
  return nearest;
}
