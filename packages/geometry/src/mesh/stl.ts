import { eachLine, looksLikeText, readCoordinate } from './lines.ts';
import { MeshProblem, TriangleList, type TriangleMesh } from './triangle-mesh.ts';

const headerBytes = 84;
const triangleBytes = 50;

const brokenOff = 'The STL file is cut off before its last triangle. Send it again';

const notStl = 'This is not an STL file. Choose an STL, OBJ, glTF or GLB file';

/**
 * Reads a binary or text file: a binary file may also begin with 'solid', so its size decides, then its first bytes.
 */
export function readStlFile(bytes: Uint8Array, limit: number): TriangleMesh {
  const count = binaryCountOf(bytes);
  if (count !== undefined && bytes.length === headerBytes + triangleBytes * count) return readBinary(bytes, limit);
  return looksLikeText(bytes) ? readText(bytes, limit) : readBinary(bytes, limit);
}

/**
 * Writes binary STL: 80 bytes of header, the number of triangles, 50 bytes for each. Normals are left 0: readers
 * compute them.
 */
export function writeBinaryStl({ corners }: TriangleMesh): Uint8Array {
  const count = corners.length / 9;
  const bytes = new Uint8Array(headerBytes + triangleBytes * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let index = 0; index < corners.length; index++) {
    const at = headerBytes + triangleBytes * Math.floor(index / 9) + 12 + 4 * (index % 9);
    view.setFloat32(at, corners[index] ?? 0, true);
  }
  return bytes;
}

function binaryCountOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerBytes) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

function readBinary(bytes: Uint8Array, limit: number): TriangleMesh {
  const count = binaryCountOf(bytes);
  if (count === undefined) throw new MeshProblem(notStl);
  const triangles = new TriangleList(limit);
  // The count in the header is checked before any triangle is read.
  triangles.expect(count);
  if (bytes.length < headerBytes + triangleBytes * count) throw new MeshProblem(brokenOff);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = headerBytes + triangleBytes * triangle + 12;
    for (let index = 0; index < 9; index++) corners[index] = view.getFloat32(at + 4 * index, true);
    triangles.add(corners);
  }
  return triangles.finish();
}

function readText(bytes: Uint8Array, limit: number): TriangleMesh {
  const triangles = new TriangleList(limit);
  const corners: number[] = [];
  let isBegun = false;
  let isEnded = false;
  eachLine(bytes, (line) => {
    const [first = '', ...values] = line.split(/\s+/);
    // Some exporters write 'end solid'.
    const word = (first.toLowerCase() === 'end' ? `end${values[0] ?? ''}` : first).toLowerCase();
    if (!isBegun && word !== 'solid' && word !== 'facet') throw new MeshProblem(notStl);
    isBegun = true;
    switch (word) {
      case 'solid':
      case 'facet':
        isEnded = false;
        break;
      case 'vertex':
        if (values.length !== 3) throw new MeshProblem('A vertex of the STL file does not have three coordinates');
        corners.push(...values.map(readCoordinate));
        break;
      case 'endloop':
        if (corners.length !== 9) throw new MeshProblem('A facet of the STL file does not have three corners');
        triangles.add(corners);
        corners.length = 0;
        break;
      case 'endsolid':
        isEnded = true;
        break;
      default:
    }
  });
  if (!isEnded || corners.length > 0) throw new MeshProblem(brokenOff);
  return triangles.finish();
}
