import { composePoses, lerpVec3, normalizePose, type Pose, transformPoint, type Vec3 } from '@cellwright/geometry';
import type { PlacedShape } from './shapes.ts';
import { type BoundingSphere, encloseSpheres } from './sphere-tree.ts';

/**
 * A convex solid of the arm as a core rounded by a radius, in the frame of the body it is fixed to. The core is the
 * hull of `points` (one for a sphere, two for a capsule), swept for a cylinder by a disc of `discRadius`
 * normal to the line between its two points.
 */
export interface Part {
  readonly points: Float64Array;
  readonly radius: number;
  readonly discRadius: number;
  readonly bound: BoundingSphere;
}

function flatten(points: readonly Vec3[]): Float64Array {
  return Float64Array.from(points.flat());
}

function makePart(points: readonly Vec3[], radius: number, discRadius = 0): Part {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length === 2 && first !== undefined && last !== undefined) {
    const center: Vec3 = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2, (first[2] + last[2]) / 2];
    const half = Math.hypot(first[0] - center[0], first[1] - center[1], first[2] - center[2]);
    const reach = Math.hypot(half, discRadius) + radius;
    return { points: flatten(points), radius, discRadius, bound: { center, radius: reach } };
  }
  const bound = encloseSpheres(points.map((center) => ({ center, radius })));
  return { points: flatten(points), radius, discRadius, bound };
}

function boxCorners([x, y, z]: Vec3): Vec3[] {
  const signs = [-0.5, 0.5];
  return signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Vec3 => [x * i, y * j, z * k])));
}

/** Returns the distinct points of a flat list. */
export function readPoints(vertices: ArrayLike<number>): Vec3[] {
  const seen = new Map<string, Vec3>();
  for (let index = 0; index + 2 < vertices.length; index += 3) {
    const point: Vec3 = [vertices[index] ?? 0, vertices[index + 1] ?? 0, vertices[index + 2] ?? 0];
    seen.set(point.join(), point);
  }
  return [...seen.values()];
}

const origin: Vec3 = [0, 0, 0];

/** Length of a piece of a capsule, in radii. */
const pieceLength = 2;

/** Cuts a long capsule into pieces that form the same solid: short ones are enclosed and bounded far more tightly. */
function cutCapsule(from: Vec3, to: Vec3, radius: number): Part[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const count = Math.max(1, Math.ceil(length / (pieceLength * radius)));
  const at = (index: number) => lerpVec3(from, to, index / count);
  return Array.from({ length: count }, (_, index) => makePart([at(index), at(index + 1)], radius));
}

/**
 * Returns the convex solids that represent a placed shape in checks, or undefined for a half-space, which cannot be an
 * arm part. A mesh is represented by its convex hull.
 */
export function makePartsOf(placed: PlacedShape, frame: Pose): Part[] | undefined {
  const { shape } = placed;
  // A quaternion slightly off unit length would shrink the shape.
  const pose = composePoses(frame, normalizePose(placed.pose));
  const place = (points: readonly Vec3[]) => points.map((point) => transformPoint(pose, point));
  switch (shape.kind) {
    case 'sphere':
      return [makePart(place([[0, 0, 0]]), shape.radius)];
    case 'capsule': {
      const half = shape.length / 2;
      const [from = origin, to = origin] = place([
        [0, 0, -half],
        [0, 0, half],
      ]);
      return half === 0 ? [makePart([from], shape.radius)] : cutCapsule(from, to, shape.radius);
    }
    case 'box':
      return [makePart(place(boxCorners(shape.size)), 0)];
    case 'cylinder': {
      const half = shape.length / 2;
      const ends = place([
        [0, 0, -half],
        [0, 0, half],
      ]);
      return [makePart(ends, 0, shape.radius)];
    }
    case 'convex':
    case 'mesh':
      return [makePart(place(readPoints(shape.vertices)), 0)];
    case 'halfSpace':
      return undefined;
  }
}
