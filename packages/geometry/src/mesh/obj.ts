import { eachLine, readCoordinate } from './lines.ts';
import { MeshProblem, TriangleList, type TriangleMesh } from './triangle-mesh.ts';

/**
 * Reads the surfaces of an OBJ file; polygons become fans of triangles. Materials and other referenced files are
 * neither opened nor needed.
 */
export function readObjFile(bytes: Uint8Array, limit: number): TriangleMesh {
  const triangles = new TriangleList(limit);
  const vertices: number[] = [];
  const corners = new Float64Array(9);
  let begun = '';
  eachLine(bytes, (part) => {
    // A backslash at the end: the next line continues this one.
    if (part.endsWith('\\')) {
      begun += `${part.slice(0, -1)} `;
      return;
    }
    const line = begun + part;
    begun = '';
    if (line.startsWith('v ') || line.startsWith('v\t')) {
      // A weight or a colour may follow.
      const values = line.split(/\s+/, 4).slice(1).map(readCoordinate);
      if (values.length !== 3) throw new MeshProblem('A vertex of the OBJ file does not have three coordinates');
      vertices.push(...values);
    } else if (line.startsWith('f ') || line.startsWith('f\t')) {
      addPolygon(line.trim().split(/\s+/).slice(1), vertices, corners, triangles);
    }
  });
  if (begun !== '') throw new MeshProblem('The OBJ file is cut off in the middle of a line. Send it again');
  return triangles.finish();
}

function addPolygon(
  names: readonly string[],
  vertices: readonly number[],
  corners: Float64Array,
  triangles: TriangleList,
): void {
  if (names.length < 3) throw new MeshProblem('A face of the OBJ file has fewer than three corners');
  triangles.expect(names.length - 2);
  const places = names.map((name) => placeOf(name, vertices.length / 3));
  for (let last = 2; last < places.length; last++) {
    [places[0], places[last - 1], places[last]].forEach((place = 0, corner) => {
      for (let axis = 0; axis < 3; axis++) corners[3 * corner + axis] = vertices[3 * place + axis] ?? Number.NaN;
    });
    triangles.add(corners);
  }
}

/** '7', '7/1', '7//3': the first number counts vertices from 1, or back from the last one read when it is negative. */
function placeOf(name: string, count: number): number {
  const number = Number(name.split('/', 1)[0]);
  const place = number < 0 ? count + number : number - 1;
  if (!Number.isInteger(number) || place < 0 || place >= count) {
    throw new MeshProblem(`A face of the OBJ file refers to a missing vertex '${name.slice(0, 40)}'`);
  }
  return place;
}
