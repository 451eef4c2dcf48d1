import type { TriangleMesh } from './triangle-mesh.ts';

/** Returns the twelve triangles of a box with one corner at the origin. */
export function boxMesh(x: number, y: number, z: number): TriangleMesh {
  const corner = (index: number) => [index & 1 ? x : 0, index & 2 ? y : 0, index & 4 ? z : 0];
  return { corners: Float32Array.from(boxTriangles.flatMap(corner)) };
}

const boxTriangles = [
  [0, 2, 1, 1, 2, 3],
  [4, 5, 6, 5, 7, 6],
  [0, 1, 4, 1, 5, 4],
  [2, 6, 3, 3, 6, 7],
  [0, 4, 2, 2, 4, 6],
  [1, 3, 5, 3, 7, 5],
].flat();

const encode = (text: string) => new TextEncoder().encode(text);

/** Returns the corners of each triangle. */
function trianglesOf({ corners }: TriangleMesh): number[][][] {
  const triangles: number[][][] = [];
  for (let at = 0; at < corners.length; at += 9) {
    triangles.push([0, 3, 6].map((offset) => [...corners.subarray(at + offset, at + offset + 3)]));
  }
  return triangles;
}

export function textStl(mesh: TriangleMesh): Uint8Array {
  const facets = trianglesOf(mesh).map((corners) => {
    const vertices = corners.map((corner) => `      vertex ${corner.join(' ')}`).join('\n');
    return `  facet normal 0 0 0\n    outer loop\n${vertices}\n    endloop\n  endfacet`;
  });
  return encode(`solid box\n${facets.join('\n')}\nendsolid box\n`);
}

export function objText(mesh: TriangleMesh): Uint8Array {
  const triangles = trianglesOf(mesh);
  const vertices = triangles.flat().map((corner) => `v ${corner.join(' ')}`);
  const faces = triangles.map((_, index) => `f ${3 * index + 1} ${3 * index + 2} ${3 * index + 3}`);
  return encode(['mtllib box.mtl', ...vertices, ...faces, ''].join('\n'));
}

/** Returns a glTF document with this mesh only, and its buffer. */
export function gltfParts(mesh: TriangleMesh, changes: object = {}) {
  const data = new Uint8Array(mesh.corners.buffer.slice(0));
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: mesh.corners.length / 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: data.length }],
    buffers: [{ byteLength: data.length }],
    ...changes,
  };
  return { document, data };
}

export function gltfText(mesh: TriangleMesh, changes: object = {}): Uint8Array {
  const { document, data } = gltfParts(mesh, changes);
  const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...data))}`;
  return encode(
    JSON.stringify({ buffers: [{ byteLength: data.length, uri }], ...changes, ...withoutBuffers(document) }),
  );
}

function withoutBuffers({ buffers: _, ...document }: ReturnType<typeof gltfParts>['document']) {
  return document;
}

export function glbFile(mesh: TriangleMesh, changes: object = {}): Uint8Array {
  const { document, data } = gltfParts(mesh, changes);
  const text = JSON.stringify(document);
  const json = encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const bytes = new Uint8Array(12 + 8 + json.length + 8 + data.length);
  const view = new DataView(bytes.buffer);
  const header = [0x46546c67, 2, bytes.length, json.length, 0x4e4f534a];
  for (const [index, value] of header.entries()) view.setUint32(4 * index, value, true);
  bytes.set(json, 20);
  view.setUint32(20 + json.length, data.length, true);
  view.setUint32(24 + json.length, 0x004e4942, true);
  bytes.set(data, 28 + json.length);
  return bytes;
}
