import { messages } from '@cellwright/domain/messages';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import type { DocumentedMessage } from '../../framework/index.ts';

/** Every message of the step and its provocation. */

const common = { positions: [], global: false };
const base: SpaceItemOf<'palletBase'> = {
  ...common,
  id: 'base',
  name: 'Pallet',
  kind: 'palletBase',
  lengthMM: 1200,
  widthMM: 800,
  heightMM: 144,
  floorToPalletDistanceMM: 0,
  cornerToPosition: 'left',
  cornerXMM: 500,
  cornerYMM: 0,
  cornerYawDegrees: 0,
};
const carton = { width: 400, depth: 300, height: 200, weight: 1, offsetX: 0, offsetY: 0, offsetZ: 0 };
const boxes: SpaceItemOf<'palletBoxes'> = {
  ...common,
  id: 'boxes',
  name: 'Boxes',
  kind: 'palletBoxes',
  palletBaseIDs: ['base'],
  approachDistanceXYMM: 100,
  approachDistanceZMM: 0,
  boxTypes: [{ id: 'carton', name: 'Carton', ...carton }],
  layerPatterns: [
    {
      id: 'one',
      name: 'One',
      boxTypeID: 'carton',
      automaticSequencing: true,
      globalApproachDirection: 'automatic',
      separatorHeightMM: 0,
      boxList: [{ id: 'box', x: 200, y: 150, rotation: 0, order: 0 }],
    },
  ],
  layerOrder: ['one', 'gone'],
  customPositions: [],
};
const list: SpaceItem = { ...common, id: 'list', name: 'List', kind: 'freeformPositionList', positions: [{}] };
const spaceItems = [boxes, base, list];

const ofBoxes = (palletizing: object) => ({ args: { targetSpaceItemId: 'boxes', palletizing }, spaceItems });
const ofList = (positionIndex?: number) => ({
  args: { targetSpaceItemId: 'list', positionList: { positionScope: 'specificPosition', positionIndex } },
  spaceItems,
});
const pickup = {
  args: { targetKind: 'workpiece', targetSpaceItemId: 'boxes', workpiece: { visualizationType: 'pickup' } },
  spaceItems,
};
const played = { faults: [] };

export const updateVisualizationMessages: readonly DocumentedMessage[] = [
  { message: messages.targetSpaceItemRequired, provokedBy: { args: {} } },
  { message: messages.targetSpaceItemNotFound, provokedBy: { args: { targetSpaceItemId: 'gone' } } },
  {
    message: messages.chooseValidSpaceItem,
    provokedBy: { args: { targetKind: 'workpiece', targetSpaceItemId: 'list' }, spaceItems },
  },
  { message: messages.layerIndexRequired, provokedBy: ofBoxes({ scope: 'allBoxesInLayer' }) },
  { message: messages.boxIndexRequired, provokedBy: ofBoxes({ scope: 'specificBox', layerIndex: 1 }) },
  { message: messages.positionIndexRequired, provokedBy: ofList() },
  { message: messages.chooseValidListIndex, provokedBy: ofList(1) },
  { message: messages.palletBaseNotFound, provokedBy: ofBoxes({ palletBaseID: 'list' }) },
  { message: messages.boxTypeNotFound, provokedBy: ofBoxes({ boxTypeID: 'tin' }) },
  { message: messages.invalidLayerIndex(3, 2), provokedBy: ofBoxes({ scope: 'allBoxesInLayer', layerIndex: 3 }) },
  {
    message: messages.invalidBoxIndex(2, 1),
    provokedBy: ofBoxes({ scope: 'specificBox', layerIndex: 1, boxIndex: 2 }),
  },
  { message: messages.invalidLayerOrBox, provokedBy: ofBoxes({ scope: 'allBoxesInLayer', layerIndex: 2 }) },
  { message: messages.pickupPositionNotTaught('Carton'), provokedBy: { ...pickup, played } },
  {
    message: messages.updatingVisualizationFailed,
    provokedBy: { ...ofBoxes({}), played: { faults: ['visualizationFails'] } },
  },
];
