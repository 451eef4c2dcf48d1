import { countStlTriangles } from '@cellwright/domain/space';

const headerBytes = 84;
const triangleBytes = 50;

/**
 * Reads the triangles of a binary STL in base64: their corners, metres, and their vertex indices. `scale`: metres per
 * unit of the data. Vertices at the same position are merged, so that closed surfaces are recognised. Undefined when
 * the data do not match the header.
 */
export function readStl(text: string, scale = 1): { vertices: Float64Array; triangles: Uint32Array } | undefined {
  const count = countStlTriangles(text);
  const bytes = Buffer.from(text, 'base64');
  if (count === undefined || count < 1 || bytes.length < headerBytes + triangleBytes * count) return undefined;
  const indices = new Map<string, number>();
  const vertices: number[] = [];
  const triangles = new Uint32Array(3 * count);
  for (let corner = 0; corner < 3 * count; corner++) {
    const at = headerBytes + triangleBytes * Math.floor(corner / 3) + 12 + 12 * (corner % 3);
    const place = [bytes.readFloatLE(at), bytes.readFloatLE(at + 4), bytes.readFloatLE(at + 8)];
    const key = place.join(' ');
    const known = indices.get(key);
    const index = known ?? indices.size;
    if (known === undefined) {
      indices.set(key, index);
      vertices.push(...place.map((value) => value * scale));
    }
    triangles[corner] = index;
  }
  return { vertices: Float64Array.from(vertices), triangles };
}
