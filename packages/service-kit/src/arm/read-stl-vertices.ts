const headerBytes = 84;
const triangleBytes = 50;

/** The corners of a binary STL, nine coordinates a triangle, in the file's units; undefined for anything else. */
export function readStlVertices(bytes: Buffer): Float64Array | undefined {
  if (bytes.length < headerBytes) return undefined;
  const count = bytes.readUInt32LE(80);
  if (count === 0 || bytes.length < headerBytes + triangleBytes * count) return undefined;
  const vertices = Float64Array.from({ length: 9 * count }, (_, index) =>
    bytes.readFloatLE(headerBytes + triangleBytes * Math.floor(index / 9) + 12 + 4 * (index % 9)),
  );
  return vertices.every(Number.isFinite) ? vertices : undefined;
}
