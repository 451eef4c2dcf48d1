/** Slow, simple geometry for tests; shares nothing with the code under test. */
import {
  composePoses,
  identityPose,
  invertPose,
  makePose,
  normalizeVec3,
  type Pose,
  quaternionFromAxisAngle,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import type { RobotDescription } from './robot-description.ts';
import type { PlacedShape, Shape } from './shapes.ts';

export type Draw = () => number;

function onUnitSphere(draw: Draw): Vec3 {
  const z = 2 * draw() - 1;
  const angle = 2 * Math.PI * draw();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

function inBox(size: Vec3, draw: Draw): Vec3 {
  return [size[0] * (draw() - 0.5), size[1] * (draw() - 0.5), size[2] * (draw() - 0.5)];
}

/**
 * Returns a random point of the solid in its own frame; half of them are on the surface, where distances are decided.
 */
function sampleSolid(shape: Shape, draw: Draw): Vec3 {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule': {
      const [x, y, z] = onUnitSphere(draw);
      const along = shape.kind === 'capsule' ? (draw() < 0.5 ? Math.sign(z) * 0.5 : draw() - 0.5) * shape.length : 0;
      return [x * shape.radius, y * shape.radius, z * shape.radius + along];
    }
    case 'box': {
      const point = [...inBox(shape.size, draw)] as [number, number, number];
      const pushes = draw() < 0.3 ? 3 : 1;
      for (let push = 0; push < pushes; push += 1) {
        const axis = Math.floor(draw() * 3) as 0 | 1 | 2;
        point[axis] = (shape.size[axis] / 2) * (draw() < 0.5 ? -1 : 1);
      }
      return point;
    }
    case 'cylinder': {
      const angle = 2 * Math.PI * draw();
      const isRim = draw() < 0.5;
      const r = isRim || draw() < 0.5 ? shape.radius : shape.radius * Math.sqrt(draw());
      const z = isRim ? (draw() < 0.5 ? -0.5 : 0.5) : draw() - 0.5;
      return [r * Math.cos(angle), r * Math.sin(angle), z * shape.length];
    }
    case 'convex': {
      const count = shape.vertices.length / 3;
      const weights = Array.from({ length: count }, () => draw() ** 8);
      const sum = weights.reduce((a, b) => a + b, 0);
      const mix = (axis: number) =>
        weights.reduce((total, weight, index) => total + (weight / sum) * (shape.vertices[index * 3 + axis] ?? 0), 0);
      return [mix(0), mix(1), mix(2)];
    }
    case 'mesh': {
      const triangle = Math.floor((draw() * shape.triangles.length) / 3) * 3;
      let [a, b] = [draw(), draw()];
      if (a + b > 1) [a, b] = [1 - a, 1 - b];
      const weights = [1 - a - b, a, b];
      const mix = (axis: number) =>
        weights.reduce(
          (sum, w, k) => sum + w * (shape.vertices[(shape.triangles[triangle + k] ?? 0) * 3 + axis] ?? 0),
          0,
        );
      return [mix(0), mix(1), mix(2)];
    }
    case 'halfSpace':
      return [4 * draw() - 2, 4 * draw() - 2, 0];
  }
}

/** True if a point of the shape's own frame is inside; undefined where this simple code cannot decide. */
function containsPoint(shape: Shape, [x, y, z]: Vec3): boolean | undefined {
  switch (shape.kind) {
    case 'sphere':
      return Math.hypot(x, y, z) <= shape.radius;
    case 'capsule': {
      const half = shape.length / 2;
      return Math.hypot(x, y, z - Math.min(half, Math.max(-half, z))) <= shape.radius;
    }
    case 'box':
      return [x, y, z].every((value, axis) => Math.abs(value) <= (shape.size[axis] ?? 0) / 2);
    case 'cylinder':
      return Math.hypot(x, y) <= shape.radius && Math.abs(z) <= shape.length / 2;
    case 'halfSpace':
      return z <= 0;
    case 'convex':
    case 'mesh':
      return undefined;
  }
}

function placeWith(frame: Pose, placed: PlacedShape): PlacedShape {
  return { shape: placed.shape, pose: composePoses(frame, placed.pose) };
}

function drawPoints({ shape, pose }: PlacedShape, count: number, draw: Draw): Vec3[] {
  return Array.from({ length: count }, () => transformPoint(pose, sampleSolid(shape, draw)));
}

/** True if one of some random points of either solid is inside the other. */
export function showsOverlap(a: PlacedShape, b: PlacedShape, count: number, draw: Draw): boolean {
  const intoA = invertPose(a.pose);
  const intoB = invertPose(b.pose);
  return (
    drawPoints(a, count, draw).some((point) => containsPoint(b.shape, transformPoint(intoB, point)) === true) ||
    drawPoints(b, count, draw).some((point) => containsPoint(a.shape, transformPoint(intoA, point)) === true)
  );
}

/**
 * Returns an upper bound of the distance between two solids from random points; 0 when points of one are in the other.
 */
export function sampleDistance(a: PlacedShape, b: PlacedShape, count: number, draw: Draw): number {
  if (showsOverlap(a, b, count, draw)) return 0;
  const fromA = drawPoints(a, count, draw);
  const fromB = drawPoints(b, count, draw);
  let least = Number.POSITIVE_INFINITY;
  for (const p of fromA) {
    for (const q of fromB) least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return least;
}

/** Returns the pose of every part of an arm at a configuration, link by link, by composing poses. */
export function placeArm(robot: RobotDescription, q: ArrayLike<number>): Map<string, PlacedShape[]> {
  const frames = new Map<string, Pose>();
  const isChild = new Set(robot.joints.map((joint) => joint.child));
  for (const { name } of robot.links) if (!isChild.has(name)) frames.set(name, robot.rootPose ?? identityPose);
  for (let round = 0; round < robot.joints.length; round += 1) {
    for (const joint of robot.joints) {
      const parent = frames.get(joint.parent);
      if (parent === undefined) continue;
      const index = robot.movingJoints.indexOf(joint.name);
      const turn = quaternionFromAxisAngle(normalizeVec3(joint.axis ?? [0, 0, 1]), index < 0 ? 0 : (q[index] ?? 0));
      frames.set(joint.child, composePoses(composePoses(parent, joint.origin), makePose([0, 0, 0], turn)));
    }
  }
  return new Map(
    robot.links.map(({ name, parts }) => [
      name,
      parts.map((part) => placeWith(frames.get(name) ?? identityPose, part)),
    ]),
  );
}
