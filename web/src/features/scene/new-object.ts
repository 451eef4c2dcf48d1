import { createId } from '@cellwright/domain/basics';
import type { PrimitiveShape, SpaceItem } from '@cellwright/domain/space';
import { nextName } from '../../ui/next-name.ts';

const shapes: Readonly<Record<PrimitiveShape['kind'], PrimitiveShape>> = {
  box: { kind: 'box', size: [0.2, 0.2, 0.2] },
  sphere: { kind: 'sphere', radius: 0.1 },
  cylinder: { kind: 'cylinder', radius: 0.1, length: 0.2 },
};

/** Objects that a user creates without a file. */
export const newShapes = ['box', 'sphere', 'cylinder'] as const;
export type NewShape = (typeof newShapes)[number];

export function isNewShape(kind: string): kind is NewShape {
  return newShapes.some((known) => known === kind);
}

/** Initial position beside the arm, visible and rarely in the way, m. */
const firstPlace = { x: 0.5, y: 0.4, z: 0.1, i: 0, j: 0, k: 0, w: 1 };

type Named = readonly { readonly name: string }[];

/** Returns an object of a simple shape, with the next free name. */
export function newObject(kind: NewShape, prefix: string, others: Named): SpaceItem {
  return { ...commonOf(nextName(prefix, others)), shape: shapes[kind] };
}

/**
 * Returns an object with the shape of an uploaded mesh. glTF is in metres; nearly every STL and OBJ file is in
 * millimetres.
 */
export function newMesh(file: { readonly name: string; readonly fileURL: string }, others: Named): SpaceItem {
  const title = file.name.replace(/\.[^.]+$/, '');
  const isFree = !others.some(({ name }) => name === title);
  const name = isFree ? title : nextName(`${title} `, others);
  const scale = /\.gl(b|tf)$/i.test(file.name) ? 1 : 0.001;
  return { ...commonOf(name), scale, fileURL: file.fileURL, fileName: file.name };
}

function commonOf(name: string) {
  const common = { id: createId('space'), name, positions: [], global: true };
  return { ...common, kind: 'environmentObject' as const, scale: 1, pose: firstPlace };
}
