import type { Vec3 } from '@cellwright/geometry';

/** Triangles: nine numbers each, and where a mesh has its own colours three more each (sRGB, 0…255). */
export interface Mesh {
  readonly corners: Float32Array;
  readonly colors?: Uint8Array;
}

type Corner = Vec3;

function meshOf(triangles: readonly (readonly [Corner, Corner, Corner])[]): Mesh {
  return { corners: Float32Array.from(triangles.flat(2)) };
}

function quad(a: Corner, b: Corner, c: Corner, d: Corner): [Corner, Corner, Corner][] {
  return [
    [a, b, c],
    [a, c, d],
  ];
}

/** Box around the origin, with its three lengths. */
export function createBox([width, depth, height]: Vec3): Mesh {
  const x = width / 2;
  const y = depth / 2;
  const z = height / 2;
  return meshOf([
    ...quad([-x, -y, -z], [-x, y, -z], [x, y, -z], [x, -y, -z]),
    ...quad([-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]),
    ...quad([-x, -y, -z], [x, -y, -z], [x, -y, z], [-x, -y, z]),
    ...quad([x, y, -z], [-x, y, -z], [-x, y, z], [x, y, z]),
    ...quad([x, -y, -z], [x, y, -z], [x, y, z], [x, -y, z]),
    ...quad([-x, y, -z], [-x, -y, -z], [-x, -y, z], [-x, y, z]),
  ]);
}

/** Flat rectangle around the origin in the plane z = 0. */
export function createRectangle(width: number, depth: number): Mesh {
  const x = width / 2;
  const y = depth / 2;
  return meshOf(quad([-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]));
}

const defaultFacets = 24;

/** Surface of revolution around z, of a profile of radius and height from bottom to top. */
function revolve(profile: readonly (readonly [radius: number, z: number])[], facets: number): Mesh {
  const around = (radius: number, z: number, facet: number): Corner => {
    const angle = (2 * Math.PI * facet) / facets;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  const triangles: [Corner, Corner, Corner][] = [];
  for (const [index, [upperRadius, upperZ]] of profile.entries()) {
    const lower = profile[index - 1];
    if (!lower) continue;
    const [lowerRadius, lowerZ] = lower;
    for (let facet = 0; facet < facets; facet += 1) {
      const a = around(lowerRadius, lowerZ, facet);
      const b = around(lowerRadius, lowerZ, facet + 1);
      const c = around(upperRadius, upperZ, facet + 1);
      const d = around(upperRadius, upperZ, facet);
      if (lowerRadius > 0) triangles.push([a, b, upperRadius > 0 ? c : d]);
      if (upperRadius > 0) triangles.push([a, c, d]);
    }
  }
  return meshOf(triangles);
}

/** Cylinder around the z axis, its middle at the origin. */
export function createCylinder(radius: number, height: number, facets = defaultFacets): Mesh {
  const half = height / 2;
  return revolve(
    [
      [0, -half],
      [radius, -half],
      [radius, half],
      [0, half],
    ],
    facets,
  );
}

function hemisphere(radius: number, z: number, isUpper: boolean, facets: number): [number, number][] {
  const rings = Math.max(2, Math.round(facets / 4));
  return Array.from({ length: rings + 1 }, (_, ring): [number, number] => {
    if (ring === (isUpper ? rings : 0)) return [0, z + (isUpper ? radius : -radius)];
    const angle = (Math.PI / 2) * (ring / rings - (isUpper ? 0 : 1));
    return [radius * Math.cos(angle), z + radius * Math.sin(angle)];
  });
}

export function createSphere(radius: number, facets = defaultFacets): Mesh {
  return revolve([...hemisphere(radius, 0, false, facets), ...hemisphere(radius, 0, true, facets).slice(1)], facets);
}

/** Cylinder along z with round ends: every point within `radius` of the line from 0 to `length`. */
export function createCapsule(radius: number, length: number, facets = defaultFacets): Mesh {
  return revolve([...hemisphere(radius, 0, false, facets), ...hemisphere(radius, length, true, facets)], facets);
}

/** Chessboard around the origin in the plane z = 0, with a white margin of one square. Its first square is black. */
export function createChessboard(columns: number, rows: number, squareSize: number, white = 255): Mesh {
  const corners: number[] = [];
  const colors: number[] = [];
  for (let row = -1; row <= rows; row += 1) {
    for (let column = -1; column <= columns; column += 1) {
      const x = (column - columns / 2) * squareSize;
      const y = (row - rows / 2) * squareSize;
      const isMargin = row < 0 || column < 0 || row === rows || column === columns;
      const value = isMargin || (row + column) % 2 !== 0 ? white : 0;
      const far = [x + squareSize, y + squareSize] as const;
      for (const triangle of quad([x, y, 0], [far[0], y, 0], [far[0], far[1], 0], [x, far[1], 0])) {
        corners.push(...triangle.flat());
        colors.push(value, value, value);
      }
    }
  }
  return { corners: Float32Array.from(corners), colors: Uint8Array.from(colors) };
}
