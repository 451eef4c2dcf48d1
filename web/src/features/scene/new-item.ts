import { createId, type PrimitiveShape, type SpaceItem } from '@cellwright/domain';

/** What a person begins here; the others come with cameras and pallets. Objects are begun as what they look like. */
export const newKinds = [
  'singlePosition',
  'freeformPositionList',
  'gridPositionList',
  'plane',
  'safeHomePose',
  'localAccuracyCalibration',
  'box',
  'sphere',
  'cylinder',
] as const;
export type NewKind = (typeof newKinds)[number];

export function isNewKind(kind: string): kind is NewKind {
  return newKinds.some((known) => known === kind);
}

const shapes: Readonly<Record<PrimitiveShape['kind'], PrimitiveShape>> = {
  box: { kind: 'box', size: [0.2, 0.2, 0.2] },
  sphere: { kind: 'sphere', radius: 0.1 },
  cylinder: { kind: 'cylinder', radius: 0.1, length: 0.2 },
};
/** Beside the arm, where it is seen and seldom in the way, m. */
const firstPlace = { x: 0.5, y: 0.4, z: 0.1, i: 0, j: 0, k: 0, w: 1 };

type Named = readonly { readonly name: string }[];

/** An item with the next free name of its kind. It is stored once it is whole. */
export function newItem(kind: NewKind, prefix: string, others: Named): SpaceItem {
  const common = { id: createId('space'), name: nextName(prefix, others), positions: [], global: true };
  switch (kind) {
    case 'gridPositionList':
      return { ...common, kind, numColumns: 3, numRows: 3 };
    case 'box':
    case 'sphere':
    case 'cylinder':
      return { ...common, kind: 'environmentObject', scale: 1, pose: firstPlace, shape: shapes[kind] };
    default:
      return { ...common, kind };
  }
}

/** An object that looks like an uploaded mesh. */
export function newMesh(file: { readonly name: string; readonly fileURL: string }, others: Named): SpaceItem {
  const title = file.name.replace(/\.[^.]+$/, '');
  const isFree = !others.some(({ name }) => name === title);
  const name = isFree ? title : nextName(`${title} `, others);
  const common = { id: createId('space'), name, positions: [], global: true };
  return {
    ...common,
    kind: 'environmentObject',
    scale: 1,
    pose: firstPlace,
    fileURL: file.fileURL,
    fileName: file.name,
  };
}

function nextName(prefix: string, others: Named): string {
  const taken = new Set(others.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${prefix}${number}`)) number++;
  return `${prefix}${number}`;
}
