/** A triangle surface in the frame and the unit of its file: nine coordinates a triangle, corner after corner. */
export interface TriangleMesh {
  readonly corners: Float32Array;
}

export const meshFormats = ['stl', 'obj', 'gltf', 'glb'] as const;
export type MeshFormat = (typeof meshFormats)[number];

export interface MeshLimits {
  /** Of the whole file. */
  readonly bytes: number;
  readonly triangles: number;
}

export type MeshReading =
  | { readonly ok: true; readonly format: MeshFormat; readonly mesh: TriangleMesh }
  /** `message` is a sentence for whoever sent the file, with what to do. */
  | { readonly ok: false; readonly reason: 'tooLarge' | 'unreadable'; readonly message: string };

/** Farther out, single precision tells neighbouring corners apart no more: the file has another unit, or is broken. */
const farthestCorner = 1e6;

/** Why a file cannot be used. The readers throw it; `readMeshFile` answers it. */
export class MeshProblem extends Error {
  readonly reason: 'tooLarge' | 'unreadable';

  constructor(message: string, reason: 'tooLarge' | 'unreadable' = 'unreadable') {
    super(message);
    this.name = 'MeshProblem';
    this.reason = reason;
  }
}

/** Triangles as they are read. Never more than allowed, and of finite corners only. */
export class TriangleList {
  private corners = new Float32Array(9 * 256);
  private count = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Says before anything is read that this many more are to come. @throws MeshProblem when they are too many. */
  expect(triangles: number): void {
    const total = this.count + triangles;
    if (total > this.limit) throw tooManyTriangles(total, this.limit);
  }

  /** Coordinates of three corners, from an offset. */
  add(coordinates: ArrayLike<number>, offset = 0): void {
    if (this.count >= this.limit) throw tooManyTriangles(this.count + 1, this.limit);
    this.grow();
    for (let index = 0; index < 9; index++) {
      const value = coordinates[offset + index];
      if (value === undefined || !(Math.abs(value) <= farthestCorner)) {
        throw new MeshProblem(
          `Triangle ${this.count + 1} has a corner that is no place within ${farthestCorner} units. Export the file again`,
        );
      }
      this.corners[this.count * 9 + index] = value;
    }
    this.count++;
  }

  /** @throws MeshProblem when there is none. */
  finish(): TriangleMesh {
    if (this.count === 0) throw new MeshProblem('The file has no triangles. Export the surface of the object');
    return { corners: this.corners.slice(0, this.count * 9) };
  }

  private grow(): void {
    if (this.count * 9 < this.corners.length) return;
    const larger = new Float32Array(this.corners.length * 2);
    larger.set(this.corners);
    this.corners = larger;
  }
}

function tooManyTriangles(count: number, limit: number): MeshProblem {
  return new MeshProblem(
    `The mesh has ${count} triangles or more, at most ${limit} can be used; simplify it`,
    'tooLarge',
  );
}

export interface MeshBounds {
  readonly minimum: readonly [number, number, number];
  readonly maximum: readonly [number, number, number];
}

export function boundsOf({ corners }: TriangleMesh): MeshBounds {
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let index = 0; index < corners.length; index += 3) {
    for (const axis of [0, 1, 2] as const) {
      const value = corners[index + axis] ?? 0;
      minimum[axis] = Math.min(minimum[axis], value);
      maximum[axis] = Math.max(maximum[axis], value);
    }
  }
  return { minimum, maximum };
}
