import { createTransforms, multiplyTransforms, type Transform, transformSize } from '../transform.ts';
import { type AccessorReader, type FindBuffer, readAccessor } from './gltf-accessors.ts';
import { type GltfDocument, type GltfNode, type Primitive, readGltfDocument } from './gltf-document.ts';
import { MeshProblem, TriangleList, type TriangleMesh } from './triangle-mesh.ts';

/** Limits of a scene's tree; a mesh may be placed many times. */
const most = { depth: 64, parts: 10_000 };
const glbMagic = 0x46546c67;
const chunks = { json: 0x4e4f534a, binary: 0x004e4942 };
/** glTF has y up, the cell has z up. */
const yUpToZUp: Transform = Float64Array.from([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]);

export function readGltfFile(bytes: Uint8Array, limit: number): TriangleMesh {
  return readScene(readGltfDocument(decodeText(bytes)), undefined, limit);
}

/** True if the file begins like a GLB file. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === glbMagic;
}

/** Reads a GLB file: a header, the document, and one buffer after it. */
export function readGlbFile(bytes: Uint8Array, limit: number): TriangleMesh {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || !isGlb(bytes)) {
    throw new MeshProblem('This is not a GLB file. Choose an STL, OBJ, glTF or GLB file');
  }
  if (data.getUint32(4, true) !== 2) throw new MeshProblem('Only GLB version 2 is supported');
  let json: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at, true);
    const kind = data.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) throw new MeshProblem('The GLB file is cut off. Send it again');
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (kind === chunks.json) json ??= content;
    else if (kind === chunks.binary) binary ??= content;
    at += 8 + length;
  }
  if (!json) throw new MeshProblem('The GLB file has no document. Export it again');
  return readScene(readGltfDocument(decodeText(json)), binary, limit);
}

function readScene(document: GltfDocument, binary: Uint8Array | undefined, limit: number): TriangleMesh {
  const triangles = new TriangleList(limit);
  const findBuffer = createBuffers(document, binary);
  let parts = 0;
  for (const { node, place } of walkNodes(document)) {
    const mesh = node.mesh === undefined ? undefined : document.meshes[node.mesh];
    if (node.mesh !== undefined && !mesh) throw new MeshProblem(`The glTF file has no mesh ${node.mesh}`);
    for (const primitive of mesh?.primitives ?? []) {
      parts++;
      if (parts > most.parts) {
        throw new MeshProblem(`The scene has more than ${most.parts} parts. Join or remove some`, 'tooLarge');
      }
      addPrimitive(document, findBuffer, primitive, place, triangles);
    }
  }
  return triangles.finish();
}

/** Yields the nodes of the scene with their transforms; a node that is reached twice is a cycle. */
function* walkNodes({ scene, scenes, nodes }: GltfDocument): Generator<{ node: GltfNode; place: Transform }> {
  const roots = scenes[scene ?? 0]?.nodes ?? nodes.map((_, index) => index);
  const pending = roots.map((index) => ({ index, depth: 0, above: yUpToZUp })).reverse();
  const seen = new Set<number>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { index, depth, above } = next;
    const node = nodes[index];
    if (!node || seen.has(index) || depth > most.depth) {
      const what = node ? `nests too deeply or in a circle at node ${index}` : `has no node ${index}`;
      throw new MeshProblem(`The scene of the glTF file ${what}. Export it again`);
    }
    seen.add(index);
    const place = createTransforms();
    multiplyTransforms(place, 0, above, 0, placeOf(node), 0);
    yield { node, place };
    for (const child of node.children) pending.push({ index: child, depth: depth + 1, above: place });
  }
}

/** Returns the transform row by row, from glTF's columns or from translation, rotation and scale. */
function placeOf({ matrix, translation, rotation, scale }: GltfNode): Transform {
  const out = new Float64Array(transformSize);
  if (matrix) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) out[row * 4 + column] = matrix[column * 4 + row] ?? 0;
    }
    return out;
  }
  const [x = 0, y = 0, z = 0] = translation ?? [];
  const [i = 0, j = 0, k = 0, w = 1] = rotation ?? [];
  const [sx = 1, sy = 1, sz = 1] = scale ?? [];
  out.set([(1 - 2 * (j * j + k * k)) * sx, 2 * (i * j - k * w) * sy, 2 * (i * k + j * w) * sz, x], 0);
  out.set([2 * (i * j + k * w) * sx, (1 - 2 * (i * i + k * k)) * sy, 2 * (j * k - i * w) * sz, y], 4);
  out.set([2 * (i * k - j * w) * sx, 2 * (j * k + i * w) * sy, (1 - 2 * (i * i + j * j)) * sz, z], 8);
  return out;
}

/** Number and corners of the triangles of a primitive, by mode; points and lines have none. */
const modes: Readonly<Record<number, { count(n: number): number; corners(triangle: number): number[] }>> = {
  4: { count: (n) => Math.floor(n / 3), corners: (t) => [3 * t, 3 * t + 1, 3 * t + 2] },
  5: { count: (n) => Math.max(0, n - 2), corners: (t) => (t % 2 === 0 ? [t, t + 1, t + 2] : [t + 1, t, t + 2]) },
  6: { count: (n) => Math.max(0, n - 2), corners: (t) => [0, t + 1, t + 2] },
};

function addPrimitive(
  document: GltfDocument,
  findBuffer: FindBuffer,
  { attributes, indices, mode }: Primitive,
  place: Transform,
  triangles: TriangleList,
): void {
  const shape = modes[mode];
  if (!shape || attributes.POSITION === undefined) return;
  const positions = readAccessor(document, findBuffer, attributes.POSITION, 'VEC3');
  const order = indices === undefined ? undefined : readAccessor(document, findBuffer, indices, 'SCALAR');
  const count = shape.count(order?.count ?? positions.count);
  triangles.expect(count);
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < count; triangle++) {
    shape.corners(triangle).forEach((place3, corner) => {
      const vertex = order ? order.read(place3, 0) : place3;
      if (vertex >= positions.count) throw new MeshProblem(`The glTF file refers to a missing vertex ${vertex}`);
      placeCorner(positions, vertex, place, corners, 3 * corner);
    });
    triangles.add(corners);
  }
}

function placeCorner(positions: AccessorReader, vertex: number, place: Transform, out: Float64Array, at: number): void {
  const [x, y, z] = [positions.read(vertex, 0), positions.read(vertex, 1), positions.read(vertex, 2)];
  for (let row = 0; row < 3; row++) {
    const r = row * 4;
    out[at + row] = (place[r] ?? 0) * x + (place[r + 1] ?? 0) * y + (place[r + 2] ?? 0) * z + (place[r + 3] ?? 0);
  }
}

function createBuffers({ buffers }: GltfDocument, binary: Uint8Array | undefined): FindBuffer {
  const known = new Map<number, Uint8Array>();
  return (index) => {
    const buffer = known.get(index) ?? openBuffer(buffers[index], index === 0 ? binary : undefined);
    known.set(index, buffer);
    return buffer;
  };
}

function openBuffer(buffer: GltfDocument['buffers'][number] | undefined, binary: Uint8Array | undefined): Uint8Array {
  const bytes = buffer?.uri === undefined ? binary : decodeDataAddress(buffer.uri);
  if (!buffer || !bytes || bytes.length < buffer.byteLength) {
    throw new MeshProblem('The glTF file has less data than declared and may be cut off. Send it again');
  }
  return bytes;
}

function decodeDataAddress(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) {
    throw new MeshProblem('The data in the glTF file is not base64. Export it again, or choose GLB');
  }
  try {
    return Uint8Array.from(atob(uri.slice(comma + 1)), (character) => character.charCodeAt(0));
  } catch {
    throw new MeshProblem('The data in the glTF file is damaged. Export it again');
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MeshProblem('The glTF file is not UTF-8 text. Export it again');
  }
}
