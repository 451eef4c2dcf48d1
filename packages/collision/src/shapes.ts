import { isValidPose, type Pose, type Vec3 } from '@cellwright/geometry';
import type { SerializedBVH } from 'three-mesh-bvh';

/**
 * A solid in its own frame, metres. Capsules and cylinders lie along z and are centred; a capsule's `length`
 * is between the centres of its caps; a box has full edge lengths; a half-space is everything with z ≤ 0.
 */
export type Shape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'box'; readonly size: Vec3 }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'halfSpace' }
  /** The convex hull of points: x0 y0 z0 x1 y1 z1 … */
  | { readonly kind: 'convex'; readonly vertices: ArrayLike<number> }
  /** A triangle surface: three vertex indices per triangle. Closed surfaces are solid, open ones are not. */
  | {
      readonly kind: 'mesh';
      readonly vertices: ArrayLike<number>;
      readonly triangles: ArrayLike<number>;
      /** Result of prepareMesh(), where preparing again would take too long. */
      readonly prepared?: PreparedMesh;
    };

/**
 * The search tree of a mesh and other results that take long to compute. Plain data: it can be sent between threads.
 */
export interface PreparedMesh {
  readonly tree: SerializedBVH;
  readonly isClosed: boolean;
  /** Largest absolute coordinate, metres. */
  readonly extent: number;
}

/** A shape with its pose: in its link's frame for arm parts, in the world's for obstacles. */
export interface PlacedShape {
  readonly shape: Shape;
  readonly pose: Pose;
}

/** Maximum number of triangles of one mesh: a search tree over more takes seconds and hundreds of megabytes. */
export const maximumMeshTriangles = 1_000_000;

/** Maximum number of points of a convex hull. */
export const maximumHullVertices = 10_000;

/** Largest valid size or position, metres: squares of larger ones lose precision or overflow. */
const farthestPlace = 1e7;

/** Reason why a shape is invalid. `message` is a sentence for the user. */
export type ShapeProblem =
  | { readonly kind: 'meshTooLarge'; readonly triangles: number; readonly limit: number; readonly message: string }
  | { readonly kind: 'invalidShape'; readonly message: string };

function isPositive(value: number): boolean {
  return value > 0 && value <= farthestPlace;
}

function invalid(message: string): ShapeProblem {
  return { kind: 'invalidShape', message };
}

function isPlace(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= farthestPlace;
}

function arePlaces(numbers: ArrayLike<number>): boolean {
  for (let index = 0; index < numbers.length; index += 1) if (!isPlace(numbers[index])) return false;
  return true;
}

function findMeshProblem(vertices: ArrayLike<number>, triangles: ArrayLike<number>): ShapeProblem | undefined {
  const count = triangles.length / 3;
  // The size is checked first: a huge mesh is refused without reading it.
  if (count > maximumMeshTriangles || vertices.length / 9 > maximumMeshTriangles) {
    const found = Math.max(Math.ceil(count), Math.ceil(vertices.length / 9));
    return {
      kind: 'meshTooLarge',
      triangles: found,
      limit: maximumMeshTriangles,
      message: `The mesh has ${found} triangles, but the limit is ${maximumMeshTriangles}. Simplify it`,
    };
  }
  if (!Number.isInteger(count) || count < 1) return invalid('A mesh needs three vertex indices for every triangle');
  if (vertices.length % 3 !== 0 || !arePlaces(vertices)) return invalid('A mesh needs three finite numbers a vertex');
  for (let index = 0; index < triangles.length; index += 1) {
    const vertex = triangles[index] ?? -1;
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertices.length / 3) {
      return invalid(`Triangle ${Math.floor(index / 3)} of the mesh names vertex ${vertex}, which does not exist`);
    }
  }
  return undefined;
}

function findHullProblem(vertices: ArrayLike<number>): ShapeProblem | undefined {
  if (vertices.length % 3 !== 0 || vertices.length < 3) return invalid('A convex shape needs three numbers a vertex');
  if (vertices.length / 3 > maximumHullVertices) {
    return invalid(`A convex shape may have at most ${maximumHullVertices} vertices`);
  }
  return arePlaces(vertices) ? undefined : invalid('A convex shape needs finite vertices');
}

/** Returns the problem of a shape, or undefined. */
export function findShapeProblem(shape: Shape): ShapeProblem | undefined {
  switch (shape.kind) {
    case 'sphere':
      return isPositive(shape.radius) ? undefined : invalid('A sphere needs a radius above 0');
    case 'capsule':
      if (!isPositive(shape.radius)) return invalid('A capsule needs a radius above 0');
      return shape.length === 0 || isPositive(shape.length) ? undefined : invalid('A capsule needs a length');
    case 'cylinder':
      if (!isPositive(shape.radius)) return invalid('A cylinder needs a radius above 0');
      return isPositive(shape.length) ? undefined : invalid('A cylinder needs a length above 0');
    case 'box':
      return shape.size.length === 3 && shape.size.every(isPositive)
        ? undefined
        : invalid('A box needs three edge lengths above 0');
    case 'halfSpace':
      return undefined;
    case 'convex':
      return findHullProblem(shape.vertices);
    case 'mesh':
      return findMeshProblem(shape.vertices, shape.triangles);
  }
}

/** Returns the problem of a placed shape, or undefined. */
export function findPlacedShapeProblem(placed: PlacedShape): ShapeProblem | undefined {
  return findPoseProblem(placed.pose) ?? findShapeProblem(placed.shape);
}

/** Returns the problem of a pose, or undefined. */
export function findPoseProblem(pose: Pose): ShapeProblem | undefined {
  if (!isValidPose(pose)) return invalid('A shape needs a finite position and a unit quaternion');
  return [pose.x, pose.y, pose.z].every(isPlace)
    ? undefined
    : invalid(`A position can be at most ${farthestPlace} m away`);
}
