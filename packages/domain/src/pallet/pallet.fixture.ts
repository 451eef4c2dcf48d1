import type { SpaceItemOf } from '../space/space-item.ts';
import { spaceItemSchema } from '../space/space-item.ts';

/** Creates a Euro pallet half a metre in front of the arm. */
export function makeBase(fields: object = {}): SpaceItemOf<'palletBase'> {
  const item = spaceItemSchema.parse({ id: 'base', name: 'Pallet', kind: 'palletBase', ...fields });
  if (item.kind !== 'palletBase') throw new Error('Not a pallet');
  return item;
}

export const carton = { id: 'carton', name: 'Carton', width: 400, depth: 300, height: 200, weight: 2 };

/** Creates two cartons side by side in two layers, with changes. */
export function makeBoxes(fields: object = {}): SpaceItemOf<'palletBoxes'> {
  const boxList = [
    { id: 'one', x: 200, y: 150 },
    { id: 'two', x: 600, y: 150 },
  ];
  const item = spaceItemSchema.parse({
    id: 'boxes',
    name: 'Cartons',
    kind: 'palletBoxes',
    palletBaseIDs: ['base'],
    boxTypes: [carton],
    layerPatterns: [{ id: 'pair', name: 'Pair', boxTypeID: 'carton', boxList }],
    layerOrder: ['pair', 'pair'],
    ...fields,
  });
  if (item.kind !== 'palletBoxes') throw new Error('The item is not a stack of pallet boxes');
  return item;
}
