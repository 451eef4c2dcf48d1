import type { Accessor, GltfDocument } from './gltf-document.ts';
import { MeshProblem } from './triangle-mesh.ts';

const componentBytes: Readonly<Record<number, number>> = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 };
const floatComponent = 5126;

/**
 * Reads one number of an accessor's element; the constructor of the reader has checked that all elements are within the
 * buffer.
 */
export interface AccessorReader {
  readonly count: number;
  read(element: number, component: number): number;
}

/** Returns the bytes of a document's buffer: those of a GLB's own chunk, or of a data address. */
export type FindBuffer = (index: number) => Uint8Array;

/**
 * Creates the reader of an accessor.
 * @throws MeshProblem when it is of another kind, or reaches beyond its buffer.
 */
export function readAccessor(
  { accessors, bufferViews }: GltfDocument,
  findBuffer: FindBuffer,
  index: number,
  wanted: 'VEC3' | 'SCALAR',
): AccessorReader {
  const accessor = accessors[index];
  const view = accessor?.bufferView === undefined ? undefined : bufferViews[accessor.bufferView];
  if (!accessor || !view) throw new MeshProblem(`The glTF file refers to missing data ${index}`);
  checkKind(accessor, wanted);
  const size = componentBytes[accessor.componentType] ?? 4;
  const elementBytes = size * (wanted === 'VEC3' ? 3 : 1);
  const stride = view.byteStride ?? elementBytes;
  const buffer = findBuffer(view.buffer);
  const last = accessor.byteOffset + Math.max(0, accessor.count - 1) * stride + (accessor.count > 0 ? elementBytes : 0);
  if (last > view.byteLength || view.byteOffset + view.byteLength > buffer.length) {
    throw new MeshProblem('The glTF file has less data than declared and may be cut off. Send it again');
  }
  const data = new DataView(buffer.buffer, buffer.byteOffset + view.byteOffset, view.byteLength);
  const read = readerOf(data, accessor.componentType);
  return {
    count: accessor.count,
    read: (element, component) => read(accessor.byteOffset + element * stride + component * size),
  };
}

function checkKind({ type, componentType, sparse }: Accessor, wanted: 'VEC3' | 'SCALAR'): void {
  if (sparse !== undefined) throw new MeshProblem('Sparse glTF data is not supported. Export the file without it');
  const isRight =
    type === wanted && (wanted === 'VEC3' ? componentType === floatComponent : componentType in componentBytes);
  if (!isRight) throw new MeshProblem(`The glTF file has data of the wrong type ${type}`);
}

function readerOf(data: DataView, componentType: number): (at: number) => number {
  switch (componentType) {
    case 5121:
      return (at) => data.getUint8(at);
    case 5123:
      return (at) => data.getUint16(at, true);
    case 5125:
      return (at) => data.getUint32(at, true);
    default:
      return (at) => data.getFloat32(at, true);
  }
}
