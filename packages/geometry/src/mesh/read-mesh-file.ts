import type { Result } from '../result.ts';
import { isGlb, readGlbFile, readGltfFile } from './gltf.ts';
import { readObjFile } from './obj.ts';
import { readStlFile } from './stl.ts';
import {
  type MeshFile,
  type MeshFormat,
  type MeshLimits,
  MeshProblem,
  type MeshRefusal,
  meshFormats,
  type TriangleMesh,
} from './triangle-mesh.ts';

const readers: Readonly<Record<MeshFormat, (bytes: Uint8Array, limit: number) => TriangleMesh>> = {
  stl: readStlFile,
  obj: readObjFile,
  // Files may be renamed: their first bytes decide between the two.
  gltf: (bytes, limit) => (isGlb(bytes) ? readGlbFile : readGltfFile)(bytes, limit),
  glb: (bytes, limit) => (beginsAsJson(bytes) ? readGltfFile : readGlbFile)(bytes, limit),
};

function beginsAsJson(bytes: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/** First bytes of files that users send by mistake, with the advice. */
const mistaken = [
  { begins: [0x50, 0x4b, 3, 4], message: 'The file is a ZIP archive. Unpack it and send the mesh in it' },
  { begins: [0x1f, 0x8b], message: 'The file is a gzip archive. Unpack it and send the mesh in it' },
  { begins: [0xff, 0xfe], message: 'The file is text in UTF-16. Save it in UTF-8' },
  { begins: [0xfe, 0xff], message: 'The file is text in UTF-16. Save it in UTF-8' },
];

function refuseMistaken(bytes: Uint8Array): void {
  const found = mistaken.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte));
  if (found) throw new MeshProblem(found.message);
}

/**
 * Reads the triangles of a mesh file, by the extension of its name. Files that it refers to are not opened, and its
 * announced sizes are compared with the limits before it is read. A glTF scene is converted from y up to z up; the
 * other formats do not define this.
 */
export function readMeshFile(fileName: string, bytes: Uint8Array, limits: MeshLimits): Result<MeshFile, MeshRefusal> {
  const format = formatOf(fileName);
  try {
    if (format === undefined) throw new MeshProblem('Choose a file that ends in .stl, .obj, .gltf or .glb');
    if (bytes.length === 0) throw new MeshProblem('The file is empty. Send it again');
    if (bytes.length > limits.bytes) {
      const most = `A mesh file has at most ${limits.bytes / 1024 / 1024} MiB`;
      throw new MeshProblem(`${most}. Simplify it, or save it in a binary format`, 'tooLarge');
    }
    refuseMistaken(bytes);
    return { ok: true, value: { format, mesh: readers[format](bytes, limits.triangles) } };
  } catch (error) {
    if (!(error instanceof MeshProblem)) throw error;
    return { ok: false, error: { reason: error.reason, message: error.message } };
  }
}

function formatOf(fileName: string): MeshFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase();
  return meshFormats.find((format) => format === ending);
}
