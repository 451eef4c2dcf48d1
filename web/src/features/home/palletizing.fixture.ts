import { type Routine, routineSchema } from '@cellwright/domain/routine';
import { type SpaceItemOf, spaceItemSchema } from '@cellwright/domain/space';

const layer = (id: string, boxTypeID: string) => ({
  ...{ id, name: id, boxTypeID },
  boxList: [{ id: `${id}_box`, x: 40, y: 40, rotation: 0, order: 0 }],
});
const size = { width: 60, depth: 60, height: 60 };

/** Boxes on a pallet: all are cartons, a layer of tins is not used. */
export const cartons = readBoxes({
  ...{ id: 'space_cartons', name: 'Cartons', kind: 'palletBoxes', palletBaseIDs: ['space_pallet'] },
  boxTypes: [
    { id: 'tin', name: 'Tin', ...size },
    { id: 'carton', name: 'Carton', ...size },
  ],
  layerPatterns: [layer('layer_tins', 'tin'), layer('layer_cartons', 'carton')],
  layerOrder: ['layer_cartons'],
});

function readBoxes(item: object): SpaceItemOf<'palletBoxes'> {
  const parsed = spaceItemSchema.parse(item);
  if (parsed.kind !== 'palletBoxes') throw new Error(`${parsed.kind} has no boxes`);
  return parsed;
}

/** Returns a routine with a loop that shows one box after the other. */
export function palletizing(show: { readonly isDisabled?: boolean; readonly scope?: string } = {}): Routine {
  const { isDisabled = false, scope = 'specificBox' } = show;
  const boxIndex = { kind: 'stateVariable', stepID: 'step_boxes', variable: 'round' };
  const of = { scope, palletBaseID: 'space_pallet', layerIndex: 1, boxIndex };
  return routineSchema.parse({
    ...{ id: 'routine_2', name: 'Cartons', space: [cartons] },
    steps: [
      {
        ...{ id: 'step_boxes', stepKind: 'Loop' },
        steps: [{ id: 'step_show', stepKind: 'UpdateVisualization', isDisabled }],
      },
    ],
    stepConfigurations: {
      step_boxes: { stepKind: 'Loop', args: { times: 60 } },
      step_show: { stepKind: 'UpdateVisualization', args: { targetSpaceItemId: cartons.id, palletizing: of } },
    },
  });
}
