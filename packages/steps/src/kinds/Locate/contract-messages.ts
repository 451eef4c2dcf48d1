import { messages } from '@cellwright/domain/messages';
import type { SpaceItem } from '@cellwright/domain/space';
import { type CellEquipment, chooseDevice, type DocumentedMessage, notSuchDevice } from '../../framework/index.ts';
import { own } from './contract-checks.ts';

const corner = (x: number, y: number) => ({ pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } });

export const examplePlane: SpaceItem = {
  ...{ id: 'space_table', name: 'Table', kind: 'plane', global: false },
  positions: [corner(0.4, 0), corner(0.6, 0), corner(0.4, 0.2)],
};
export const exampleList: SpaceItem = {
  ...{ id: 'space_parts', name: 'Parts', kind: 'visionPositionList', global: false, positions: [] },
};

const spaceItems = [examplePlane, exampleList];
const args = { planeID: 'space_table', positionListID: 'space_parts' };
const eye: CellEquipment = { id: 'c1', kind: 'WristCamera', name: 'Eye', capabilities: ['camera'] };
const claw: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Claw', capabilities: ['gripper'] };
const equipment = [eye, claw];

const provoke = (message: string, more: object, cell: readonly CellEquipment[] = equipment): DocumentedMessage => ({
  message,
  provokedBy: { args: { ...args, ...more }, spaceItems, equipment: cell },
});
const checkpoint = { gpuTaskRunnerID: 'c1', modelPath: 'parts.onnx', modelType: 'YoloV11' };
const custom = (more: object) => ({ method: 'customCheckpoint', customCheckpoint: { ...checkpoint, ...more } });

export const locateMessages: readonly DocumentedMessage[] = [
  provoke(messages.noWristCamera, {}, [claw]),
  provoke(chooseDevice('a camera'), {}, [eye, { ...eye, id: 'c2' }]),
  provoke(messages.equipmentNotFound('c9'), { camera: 'c9' }),
  provoke(notSuchDevice('Claw', 'a camera'), { camera: 'g1' }),
  { message: own.planeRequired, provokedBy: { args: { positionListID: 'space_parts' }, spaceItems, equipment } },
  provoke(messages.chooseValidSpaceItem, { planeID: 'space_9' }),
  provoke(own.planeNotTaught('Parts'), { planeID: 'space_parts' }),
  { message: own.listRequired, provokedBy: { args: { planeID: 'space_table' }, spaceItems, equipment } },
  {
    message: own.listNotFound('Bolts'),
    provokedBy: { args: { planeID: 'space_table', positionListName: 'Bolts' }, spaceItems, equipment },
  },
  provoke(own.maxBelowMin('threshold'), { blob: { minThreshold: 100, maxThreshold: 90 } }),
  provoke(own.maxBelowMin('area'), { blob: { minArea: 100, maxArea: 90 } }),
  provoke(own.maxBelowMin('circularity'), { blob: { minCircularity: 0.9, maxCircularity: 0.8 } }),
  provoke(own.maxBelowMin('scale'), { method: 'shape', shape: { templateImage: 'AAAA', minScale: 2, maxScale: 1 } }),
  provoke(own.templateRequired, { method: 'shape' }),
  provoke(own.promptRequired, { method: 'textPrompt' }),
  provoke(own.runnerRequired, custom({ gpuTaskRunnerID: undefined })),
  provoke(messages.equipmentNotFound('r9'), custom({ gpuTaskRunnerID: 'r9' })),
  provoke(own.modelRequired, custom({ modelPath: '' })),
  provoke(own.modelTypeRequired, custom({ modelType: undefined })),
  {
    message: 'the camera sends no pictures',
    provokedBy: { args, spaceItems, equipment, played: { faults: ['cameraLost'] } },
  },
];
