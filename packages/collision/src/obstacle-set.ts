import { type Pose, transformFromPose } from '@cellwright/geometry';
import { createHull, type Hull } from './hull.ts';
import { createMeshField, type MeshField } from './mesh-field.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { findPlacedShapeProblem, findPoseProblem, type PlacedShape, type Shape, type ShapeProblem } from './shapes.ts';

/** Maximum number of obstacles in a set: pairs are packed into one integer in the hot loops. */
const maximumObstacles = 16_384;

/**
 * Number of entries of an obstacle in `data`: world-to-local rotation (9, row-major), position (3), dimensions (3),
 * spare.
 */
export const obstacleStride = 16;

export type AddObstacleResult =
  | { readonly kind: 'added' }
  | { readonly kind: 'refused'; readonly problem: ShapeProblem | ObstacleProblem };

export type ObstacleProblem =
  | { readonly kind: 'tooManyObstacles'; readonly limit: number; readonly message: string }
  | { readonly kind: 'duplicateObstacle'; readonly name: string; readonly message: string };

/**
 * Named obstacles in flat arrays, packed without gaps. Adding, moving and removing touch one slot and leave the
 * rest as it is; removing moves the last obstacle into the gap.
 */
export class ObstacleSet {
  count = 0;
  data = new Float64Array(16 * obstacleStride);
  kinds = new Uint8Array(16);
  names: string[] = [];
  shapes: PlacedShape[] = [];
  hulls: (Hull | undefined)[] = [];
  meshes: (MeshField | undefined)[] = [];
  /** Links (their numbers in the arm's model) that may touch an obstacle. */
  allowed: (ReadonlySet<number> | undefined)[] = [];
  /** Incremented with every change: a cache about obstacles is valid while it stays the same. */
  revision = 0;
  private readonly slots = new Map<string, number>();
  private allowedNames: (readonly string[])[] = [];
  private linkNames: readonly string[] = [];
  private findCarried: (obstacle: string) => readonly string[] = () => [];

  /** True if a link may touch the obstacle in a slot. */
  isAllowed(slot: number, link: number): boolean {
    const links = this.allowed[slot];
    return links?.has(link) ?? false;
  }

  has(name: string): boolean {
    return this.slots.has(name);
  }

  get(name: string): PlacedShape | undefined {
    const slot = this.slots.get(name);
    return slot === undefined ? undefined : this.shapes[slot];
  }

  /**
   * Sets the arm's links, by whose numbers the hot loops check allowed contacts, and the other bodies that may touch an
   * obstacle.
   */
  setLinks(linkNames: readonly string[], findCarried: (obstacle: string) => readonly string[]): void {
    this.linkNames = linkNames;
    this.findCarried = findCarried;
    this.revision += 1;
    for (let slot = 0; slot < this.count; slot += 1) this.allowed[slot] = this.numberAllowed(slot);
  }

  private numberAllowed(slot: number): ReadonlySet<number> | undefined {
    const names = [...(this.allowedNames[slot] ?? []), ...this.findCarried(this.names[slot] ?? '')];
    const links = names.map((name) => this.linkNames.indexOf(name)).filter((link) => link >= 0);
    return links.length > 0 ? new Set(links) : undefined;
  }

  /** Adds an obstacle; links named in `allowedLinks` may touch it. */
  add(name: string, placed: PlacedShape, allowedLinks: readonly string[] = []): AddObstacleResult {
    if (this.slots.has(name)) {
      const message = `An obstacle named ${name} exists already`;
      return { kind: 'refused', problem: { kind: 'duplicateObstacle', name, message } };
    }
    if (this.count >= maximumObstacles) {
      const message = `The limit of ${maximumObstacles} obstacles is reached. Remove some first`;
      return { kind: 'refused', problem: { kind: 'tooManyObstacles', limit: maximumObstacles, message } };
    }
    const problem = findPlacedShapeProblem(placed);
    if (problem !== undefined) return { kind: 'refused', problem };
    this.grow();
    const slot = this.count;
    this.count += 1;
    this.slots.set(name, slot);
    this.names[slot] = name;
    this.shapes[slot] = placed;
    this.kinds[slot] = obstacleKinds[placed.shape.kind];
    this.hulls[slot] = placed.shape.kind === 'convex' ? createHull(placed.shape.vertices) : undefined;
    this.meshes[slot] = placed.shape.kind === 'mesh' ? createMeshField(placed.shape) : undefined;
    this.allowedNames[slot] = allowedLinks;
    this.allowed[slot] = this.numberAllowed(slot);
    this.writePose(slot, placed.pose);
    this.writeDimensions(slot, placed.shape);
    this.revision += 1;
    return { kind: 'added' };
  }

  /** Moves an obstacle. Returns false when it does not exist or the pose is invalid. */
  move(name: string, pose: Pose): boolean {
    const slot = this.slots.get(name);
    const placed = slot === undefined ? undefined : this.shapes[slot];
    if (slot === undefined || placed === undefined || findPoseProblem(pose) !== undefined) return false;
    this.shapes[slot] = { shape: placed.shape, pose };
    this.writePose(slot, pose);
    this.revision += 1;
    return true;
  }

  /** Removes an obstacle. Returns false when it does not exist. */
  remove(name: string): boolean {
    const slot = this.slots.get(name);
    if (slot === undefined) return false;
    const last = this.count - 1;
    const lastName = this.names[last] ?? name;
    const lastShape = this.shapes[last];
    if (slot !== last && lastShape !== undefined) {
      this.data.copyWithin(slot * obstacleStride, last * obstacleStride, (last + 1) * obstacleStride);
      this.kinds[slot] = this.kinds[last] ?? 0;
      this.names[slot] = lastName;
      this.shapes[slot] = lastShape;
      this.hulls[slot] = this.hulls[last];
      this.meshes[slot] = this.meshes[last];
      this.allowed[slot] = this.allowed[last];
      this.allowedNames[slot] = this.allowedNames[last] ?? [];
      this.slots.set(lastName, slot);
    }
    this.truncate(last);
    this.slots.delete(name);
    this.revision += 1;
    return true;
  }

  clear(): void {
    this.truncate(0);
    this.slots.clear();
    this.revision += 1;
  }

  private truncate(count: number): void {
    this.count = count;
    const lists = [this.names, this.shapes, this.hulls, this.meshes, this.allowed, this.allowedNames];
    for (const list of lists) list.length = count;
  }

  private grow(): void {
    if (this.count < this.kinds.length) return;
    const data = new Float64Array(this.data.length * 2);
    data.set(this.data);
    this.data = data;
    const kinds = new Uint8Array(this.kinds.length * 2);
    kinds.set(this.kinds);
    this.kinds = kinds;
  }

  private writePose(slot: number, pose: Pose): void {
    const m = transformFromPose(pose);
    const { data } = this;
    const o = slot * obstacleStride;
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 3; column += 1) data[o + row * 3 + column] = m[column * 4 + row] ?? 0;
      data[o + 9 + row] = m[row * 4 + 3] ?? 0;
    }
  }

  private writeDimensions(slot: number, shape: Shape): void {
    const [a, b, c] = dimensionsOf(shape);
    const o = slot * obstacleStride + 12;
    this.data[o] = a;
    this.data[o + 1] = b;
    this.data[o + 2] = c;
  }
}

/**
 * Returns half edge lengths of a box; radius and half length of round shapes; for meshes and hulls the radius of a ball
 * around all vertices.
 */
function dimensionsOf(shape: Shape): readonly [number, number, number] {
  switch (shape.kind) {
    case 'box':
      return [shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2];
    case 'sphere':
      return [shape.radius, 0, 0];
    case 'capsule':
    case 'cylinder':
      return [shape.radius, shape.length / 2, 0];
    case 'halfSpace':
      return [0, 0, 0];
    case 'convex':
    case 'mesh':
      return [reachOf(shape.vertices), 0, 0];
  }
}

function reachOf(vertices: ArrayLike<number>): number {
  let farthest = 0;
  for (let index = 0; index + 2 < vertices.length; index += 3) {
    const reach = Math.hypot(vertices[index] ?? 0, vertices[index + 1] ?? 0, vertices[index + 2] ?? 0);
    farthest = Math.max(farthest, reach);
  }
  return farthest * (1 + 1e-6);
}
