import { type PlacedCore, supportOfCore, supportOfObstacle, toObstacle, transformInto } from './core.ts';
import { ConvexSolver, type Support } from './gjk.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import type { Part } from './parts.ts';
import { SegmentSolver } from './segment-gap.ts';
import { measureSegments } from './segment-pair.ts';

const placeholder: Part = {
  points: new Float64Array(3),
  radius: 0,
  discRadius: 0,
  bound: { center: [0, 0, 0], radius: 0 },
};

function createPlacedCore(): PlacedCore {
  return { part: placeholder, frames: new Float64Array(12), offset: 0 };
}

/**
 * Computes gaps between parts of any kind and other bodies, signed and never overestimated, with their proof: after
 * measureToObstacle, `plane` is an affine lower bound of the obstacle's signed distance, plane[0..2]·p + plane[3] with
 * a slope of at most 1 (all zero for a mesh, which is not convex); after measureBetween, plane[0..2] is the direction
 * from the second part to the first along which they are apart.
 */
export class GeneralPairs {
  readonly plane = new Float64Array(4);
  private readonly convex = new ConvexSolver();
  private readonly segments = new SegmentSolver();
  private readonly first = createPlacedCore();
  private readonly second = createPlacedCore();
  private readonly point = new Float64Array(3);
  private readonly local = new Float64Array(3);
  private slot = 0;
  private readonly obstacles: ObstacleSet;

  constructor(obstacles: ObstacleSet) {
    this.obstacles = obstacles;
  }

  /**
   * Returns the clearance of a part, its body's frame at frames[offset…], from an obstacle. Beyond `limit` a mesh
   * returns `limit`.
   */
  measureToObstacle(part: Part, frames: Float64Array, offset: number, slot: number, limit: number): number {
    const { obstacles, plane, convex, point } = this;
    const kind = obstacles.kinds[slot] ?? 0;
    place(this.first, part, frames, offset);
    this.slot = slot;
    if (kind === obstacleKinds.mesh) return this.measureToMesh(part, limit);
    if (kind === obstacleKinds.halfSpace) return this.measureToHalfSpace();
    if (isRounded(part)) {
      return this.segments.measure(part, frames, offset, obstacles, slot, plane);
    }
    const { data } = obstacles;
    const o = slot * obstacleStride + 9;
    this.writeCenter(this.first, point);
    const gap = convex.measureGap(
      this.supportOfFirst,
      this.supportOfSlot,
      (point[0] ?? 0) - (data[o] ?? 0),
      (point[1] ?? 0) - (data[o + 1] ?? 0),
      (point[2] ?? 0) - (data[o + 2] ?? 0),
    );
    const rounding = kind === obstacleKinds.sphere || kind === obstacleKinds.capsule ? (data[o + 3] ?? 0) : 0;
    this.takeNormal();
    plane[3] = -this.reachAlong(this.supportOfSlot, 1) - rounding;
    return gap - rounding - part.radius;
  }

  /** Returns the minimum of the affine bound in `plane` over a part in another frame. */
  lowestOf(part: Part, frames: Float64Array, offset: number): number {
    place(this.first, part, frames, offset);
    return (this.plane[3] ?? 0) - this.reachAlong(this.supportOfFirst, -1) - part.radius;
  }

  /** Returns the clearance of two parts. Without `isDeepWanted` only its sign is meaningful when they overlap. */
  measureBetween(
    a: Part,
    aFrames: Float64Array,
    aAt: number,
    b: Part,
    bFrames: Float64Array,
    bAt: number,
    isDeepWanted = true,
  ): number {
    const { convex, point, local } = this;
    if (isRounded(a) && isRounded(b)) {
      return measureSegments(a, aFrames, aAt, b, bFrames, bAt, this.plane) - a.radius - b.radius;
    }
    place(this.first, a, aFrames, aAt);
    place(this.second, b, bFrames, bAt);
    this.writeCenter(this.first, point);
    this.writeCenter(this.second, local);
    const gap = convex.measureGap(
      this.supportOfFirst,
      this.supportOfSecond,
      (point[0] ?? 0) - (local[0] ?? 0),
      (point[1] ?? 0) - (local[1] ?? 0),
      (point[2] ?? 0) - (local[2] ?? 0),
      isDeepWanted,
    );
    this.takeNormal();
    return gap - a.radius - b.radius;
  }

  /** Rotates the direction in `plane` with a body, from its frame at one offset to its frame at another. */
  carryDirection(frames: Float64Array, from: number, to: number): void {
    const { plane } = this;
    const x = plane[0] ?? 0;
    const y = plane[1] ?? 0;
    const z = plane[2] ?? 0;
    const lx = (frames[from] ?? 0) * x + (frames[from + 4] ?? 0) * y + (frames[from + 8] ?? 0) * z;
    const ly = (frames[from + 1] ?? 0) * x + (frames[from + 5] ?? 0) * y + (frames[from + 9] ?? 0) * z;
    const lz = (frames[from + 2] ?? 0) * x + (frames[from + 6] ?? 0) * y + (frames[from + 10] ?? 0) * z;
    plane[0] = (frames[to] ?? 0) * lx + (frames[to + 1] ?? 0) * ly + (frames[to + 2] ?? 0) * lz;
    plane[1] = (frames[to + 4] ?? 0) * lx + (frames[to + 5] ?? 0) * ly + (frames[to + 6] ?? 0) * lz;
    plane[2] = (frames[to + 8] ?? 0) * lx + (frames[to + 9] ?? 0) * ly + (frames[to + 10] ?? 0) * lz;
  }

  /** Returns the gap of two parts along the direction in `plane`, in other frames. */
  gapAlong(a: Part, aFrames: Float64Array, aAt: number, b: Part, bFrames: Float64Array, bAt: number): number {
    place(this.first, a, aFrames, aAt);
    place(this.second, b, bFrames, bAt);
    return -this.reachAlong(this.supportOfFirst, -1) - this.reachAlong(this.supportOfSecond, 1) - a.radius - b.radius;
  }

  private readonly supportOfFirst: Support = (dx, dy, dz, out) => supportOfCore(this.first, dx, dy, dz, out);
  private readonly supportOfSecond: Support = (dx, dy, dz, out) => supportOfCore(this.second, dx, dy, dz, out);
  private readonly supportOfSlot: Support = (dx, dy, dz, out) =>
    supportOfObstacle(this.obstacles, this.slot, dx, dy, dz, out);

  /** The first part's core in the obstacle's frame. */
  private readonly supportInObstacle: Support = (dx, dy, dz, out) => {
    const { data } = this.obstacles;
    const o = this.slot * obstacleStride;
    const wx = (data[o] ?? 0) * dx + (data[o + 3] ?? 0) * dy + (data[o + 6] ?? 0) * dz;
    const wy = (data[o + 1] ?? 0) * dx + (data[o + 4] ?? 0) * dy + (data[o + 7] ?? 0) * dz;
    const wz = (data[o + 2] ?? 0) * dx + (data[o + 5] ?? 0) * dy + (data[o + 8] ?? 0) * dz;
    supportOfCore(this.first, wx, wy, wz, out);
    toObstacle(data, o, out[0] ?? 0, out[1] ?? 0, out[2] ?? 0, out, 0);
  };

  /** Returns max over the set of (sign · plane[0..2]) · p. */
  private reachAlong(support: Support, sign: number): number {
    const { plane, point } = this;
    const nx = sign * (plane[0] ?? 0);
    const ny = sign * (plane[1] ?? 0);
    const nz = sign * (plane[2] ?? 0);
    support(nx, ny, nz, point);
    return nx * (point[0] ?? 0) + ny * (point[1] ?? 0) + nz * (point[2] ?? 0);
  }

  private takeNormal(): void {
    const { normal } = this.convex;
    this.plane[0] = normal[0] ?? 0;
    this.plane[1] = normal[1] ?? 0;
    this.plane[2] = normal[2] ?? 0;
    this.plane[3] = 0;
  }

  private writeCenter(core: PlacedCore, out: Float64Array): void {
    const [x, y, z] = core.part.bound.center;
    transformInto(core.frames, core.offset, x, y, z, out, 0);
  }

  private measureToHalfSpace(): number {
    const { data } = this.obstacles;
    const { plane, first } = this;
    const o = this.slot * obstacleStride;
    // The outward normal is the local z axis: the last row of the world-to-local rotation.
    const nx = data[o + 6] ?? 0;
    const ny = data[o + 7] ?? 0;
    const nz = data[o + 8] ?? 0;
    plane[0] = nx;
    plane[1] = ny;
    plane[2] = nz;
    plane[3] = -(nx * (data[o + 9] ?? 0) + ny * (data[o + 10] ?? 0) + nz * (data[o + 11] ?? 0));
    return this.lowestOf(first.part, first.frames, first.offset);
  }

  private measureToMesh(part: Part, limit: number): number {
    this.plane.fill(0);
    const mesh = this.obstacles.meshes[this.slot];
    if (mesh === undefined) return limit;
    const { point, local } = this;
    this.writeCenter(this.first, point);
    const o = this.slot * obstacleStride;
    toObstacle(this.obstacles.data, o, point[0] ?? 0, point[1] ?? 0, point[2] ?? 0, local, 0);
    const [x, y, z] = [local[0] ?? 0, local[1] ?? 0, local[2] ?? 0];
    if (part.points.length === 3) return mesh.measure(x, y, z, limit + part.radius) - part.radius;
    const reach = part.bound.radius;
    return mesh.measureCore(this.supportInObstacle, x, y, z, reach, limit + part.radius) - part.radius;
  }
}

/** True for spheres and capsules, which a segment describes completely. */
function isRounded(part: Part): boolean {
  return part.points.length <= 6 && part.discRadius === 0;
}

function place(core: PlacedCore, part: Part, frames: Float64Array, offset: number): void {
  core.part = part;
  core.frames = frames;
  core.offset = offset;
}
