/** A triangle surface in the frame and the unit of its file: nine coordinates per triangle, corner after corner. */
export interface TriangleMesh {
  readonly corners: Float32Array;
}

export const meshFormats = ['stl', 'obj', 'gltf', 'glb'] as const;
export type MeshFormat = (typeof meshFormats)[number];

export interface MeshLimits {
  /** Maximum size of the whole file, bytes. */
  readonly bytes: number;
  readonly triangles: number;
}

/** A mesh with the format of its file. */
export interface MeshFile {
  readonly format: MeshFormat;
  readonly mesh: TriangleMesh;
}

/** Reason why a file cannot be used. `message` is a sentence for the user who sent the file, with what to do. */
export interface MeshRefusal {
  readonly reason: 'tooLarge' | 'unreadable';
  readonly message: string;
}

/**
 * Largest valid coordinate: beyond it single precision cannot distinguish neighbouring corners, so the file has another
 * unit or is broken.
 */
const farthestCorner = 1e6;

/** Reason why a file cannot be used. The readers throw it; `readMeshFile` returns it. */
export class MeshProblem extends Error {
  readonly reason: 'tooLarge' | 'unreadable';

  constructor(message: string, reason: 'tooLarge' | 'unreadable' = 'unreadable') {
    super(message);
    this.name = 'MeshProblem';
    this.reason = reason;
  }
}

/** Collects triangles while reading. Refuses more than allowed and corners that are not finite. */
export class TriangleList {
  private corners = new Float32Array(9 * 256);
  private count = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Announces the number of further triangles before they are read. @throws MeshProblem when there are too many. */
  expect(triangles: number): void {
    const total = this.count + triangles;
    if (total > this.limit) throw tooManyTriangles(total, this.limit);
  }

  /** Adds the coordinates of three corners, from an offset. */
  add(coordinates: ArrayLike<number>, offset = 0): void {
    if (this.count >= this.limit) throw tooManyTriangles(this.count + 1, this.limit);
    this.grow();
    for (let index = 0; index < 9; index++) {
      const value = coordinates[offset + index];
      if (value === undefined || !(Math.abs(value) <= farthestCorner)) {
        throw new MeshProblem(
          `Triangle ${this.count + 1} has a corner outside ${farthestCorner} units. Export the file again`,
        );
      }
      this.corners[this.count * 9 + index] = value;
    }
    this.count++;
  }

  /**
   * Returns the mesh.
   * @throws MeshProblem when it is empty.
   */
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
    `The mesh has at least ${count} triangles, but the limit is ${limit}. Simplify it`,
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
