import { messages } from '@cellwright/domain/messages';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import {
  type CellEquipment,
  customLimitsMissingMessage,
  customLimitsUnusedMessage,
  type DocumentedMessage,
  jointAnglesToMatchMessage,
  noMatchInsideAddOffsetMessage,
  oldMotionLimitsMessage,
} from '../../framework/index.ts';
import { own } from './contract-checks.ts';
import { stopEarlyNotReadable } from './contract-stop-early.ts';

/** Every message of the Waypoint step and its provocation. */

const inMove = { inside: ['MoveArmToV2'] } as const;
const target = { jointAngles: [0, 0, 0, 0, 0, 0] };
const matched = { target, shouldMatchJointAngles: true };
const relative = { targetKind: 'relative', relativeConfig: {} };
const inList = { targetKind: 'positionList', positionListID: 'list' };

const list: SpaceItem = { id: 'list', name: 'List', kind: 'freeformPositionList', positions: [{}], global: false };
const boxes: SpaceItemOf<'palletBoxes'> = {
  id: 'list',
  name: 'Boxes',
  kind: 'palletBoxes',
  positions: [],
  global: false,
  palletBaseIDs: ['base'],
  approachDistanceXYMM: 100,
  approachDistanceZMM: 0,
  boxTypes: [
    {
      id: 'carton',
      name: 'Carton',
      width: 400,
      depth: 300,
      height: 200,
      weight: 1,
      offsetX: 0,
      offsetY: 0,
      offsetZ: 0,
    },
  ],
  layerPatterns: [
    {
      id: 'layer',
      name: 'Layer',
      boxTypeID: 'carton',
      automaticSequencing: false,
      globalApproachDirection: '+x',
      separatorHeightMM: 0,
      boxList: [{ id: 'one', x: 600, y: 150, rotation: 0, order: 0 }],
    },
  ],
  layerOrder: ['layer', 'gone'],
  customPositions: [],
};
/** The approach to the second box of its layer crosses the first. */
const blocked: SpaceItem = {
  ...boxes,
  layerPatterns: boxes.layerPatterns.map((pattern) => ({
    ...pattern,
    boxList: [...pattern.boxList, { id: 'two', x: 200, y: 150, rotation: 0, order: 1 }],
  })),
};
const base: SpaceItemOf<'palletBase'> = {
  id: 'base',
  name: 'Pallet',
  kind: 'palletBase',
  positions: [],
  global: false,
  lengthMM: 1200,
  widthMM: 800,
  heightMM: 144,
  floorToPalletDistanceMM: 0,
  cornerToPosition: 'left',
  cornerXMM: 500,
  cornerYMM: 0,
  cornerYawDegrees: 0,
};
const onPallet = (palletConfig: Readonly<Record<string, unknown>>) => ({ ...inList, palletConfig });
const palletItems = { spaceItems: [boxes, base], ...inMove };

const customBase: CellEquipment = { id: 'b', kind: 'CustomBase', name: 'Base', capabilities: ['customBase'] };
const python = { kind: 'constant', value: 'far' };
const isHigh = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };
const stopEarlyConditions = JSON.stringify([isHigh]);

const checked: readonly DocumentedMessage[] = [
  { message: messages.waypointMisplaced, provokedBy: { args: { target }, inside: ['Loop'] } },
  { message: messages.jointAnglesOrPoseMustBeSet, provokedBy: { args: {}, ...inMove } },
  { message: messages.targetNotConfigured, provokedBy: { args: { targetKind: 'relative' }, ...inMove } },
  { message: messages.positionListMustBeSet, provokedBy: { args: { targetKind: 'positionList' }, ...inMove } },
  { message: messages.chooseValidSpaceItem, provokedBy: { args: inList, ...inMove } },
  {
    message: messages.chooseValidListIndex,
    provokedBy: { args: { ...inList, positionListIndex: 1 }, spaceItems: [list], ...inMove },
  },
  {
    message: messages.expressionMustBeSet,
    provokedBy: { args: { targetKind: 'relative', relativeConfig: { targetKind: 'expression' } }, ...inMove },
  },
  { message: messages.quaternionNotUnit, provokedBy: { args: { target: { pose: quaternionTwo() } }, ...inMove } },
  { message: messages.palletBaseMustBeSelected, provokedBy: { args: onPallet({}), ...palletItems } },
  {
    message: messages.palletBaseNotFound,
    provokedBy: { args: onPallet({ selectedPalletBaseID: 'gone', moveType: 'approach' }), ...palletItems },
  },
  {
    message: messages.palletBaseTooSmall,
    provokedBy: {
      args: onPallet({ selectedPalletBaseID: 'base' }),
      spaceItems: [boxes, { ...base, lengthMM: 300 }],
      ...inMove,
    },
  },
  { message: messages.boxTypeMustBeSelected, provokedBy: { args: onPallet({ moveType: 'pickup' }), ...palletItems } },
  {
    message: messages.invalidLayerIndex(3, 2),
    provokedBy: { args: onPallet({ selectedPalletBaseID: 'base', selectedLayer: 3, selectedBox: 1 }), ...palletItems },
  },
  {
    message: messages.invalidBoxIndex(2, 1),
    provokedBy: { args: onPallet({ selectedPalletBaseID: 'base', selectedLayer: 1, selectedBox: 2 }), ...palletItems },
  },
  {
    message: messages.invalidLayerOrBox,
    provokedBy: { args: onPallet({ selectedPalletBaseID: 'base', selectedLayer: 2, selectedBox: 1 }), ...palletItems },
  },
  {
    message: messages.boxTypeNotFound,
    provokedBy: { args: onPallet({ moveType: 'pickup', selectedBoxType: 'gone' }), ...palletItems },
  },
  {
    message: messages.pickupPositionNotTaught('Carton'),
    provokedBy: { args: onPallet({ moveType: 'pickup', selectedBoxType: 'carton' }), ...palletItems },
  },
  {
    message: messages.palletApproachBlocked({ layerIndex: 1, boxIndex: 2, direction: '+x', first: 1 }),
    provokedBy: {
      args: onPallet({ selectedPalletBaseID: 'base', moveType: 'approach', selectedLayer: 1, selectedBox: 2 }),
      spaceItems: [blocked, base],
      ...inMove,
    },
  },
  {
    message: messages.matchJointAnglesWithCustomBase,
    provokedBy: { args: matched, equipment: [customBase], ...inMove },
  },
  {
    message: jointAnglesToMatchMessage,
    provokedBy: { args: { target: { pose: identity() }, shouldMatchJointAngles: true }, ...inMove },
  },
  { message: noMatchInsideAddOffsetMessage, provokedBy: { args: matched, inside: ['AddOffset', 'MoveArmToV2'] } },
  { message: own.matchOnlyOnFirst, provokedBy: { args: matched, inside: ['Weld'], after: ['Waypoint'] } },
  {
    message: messages.tcpNotAvailable('ee-2'),
    provokedBy: { args: { target, tcpOption: 'ee-2' }, inside: ['MoveArmToV2'], equipment: [] },
  },
  { message: own.autoTCPInsideWeld, provokedBy: { args: { target, tcpOption: 'wrist' }, inside: ['Weld'] } },
  {
    message: own.dynamicBaseNeeded,
    provokedBy: { args: { target, shouldMatchDynamicBasePosition: true }, equipment: [], ...inMove },
  },
  {
    message: own.noDynamicBaseForRelative,
    provokedBy: { args: { ...relative, shouldMatchDynamicBasePosition: true }, ...inMove },
  },
  {
    message: own.invalidFrame,
    provokedBy: { args: { targetKind: 'relative', relativeConfig: { frame: 'gone' } }, ...inMove },
  },
  { message: stopEarlyNotReadable, provokedBy: { args: { target, stopEarlyConditions: '[' }, ...inMove } },
  { message: customLimitsMissingMessage, provokedBy: { args: { target, speedLimitOption: 'CUSTOM' }, ...inMove } },
  {
    message: customLimitsUnusedMessage,
    provokedBy: { args: { target, speedProfile: { maxTooltipSpeed: 0.2 } }, ...inMove },
  },
  { message: oldMotionLimitsMessage, provokedBy: { args: { target, speedLimitOption: { speed: 1 } }, ...inMove } },
];

const whenPlayed: readonly DocumentedMessage[] = [
  {
    message: messages.moveArmTargetNotValid,
    provokedBy: { args: { targetKind: 'expression', expression: python }, ...inMove, played: { faults: [] } },
  },
  {
    message: messages.relativeExpressionInvalid,
    provokedBy: {
      args: { targetKind: 'relative', relativeConfig: { offsetX: python } },
      ...inMove,
      played: { faults: [] },
    },
  },
  {
    message: messages.invalidOffsetFrame,
    provokedBy: {
      args: { targetKind: 'relative', relativeConfig: { frame: 'gone' } },
      ...inMove,
      played: { faults: [] },
    },
  },
  {
    message: messages.chooseValidListIndex,
    provokedBy: {
      args: { ...inList, positionListIndex: { kind: 'constant', value: 7 } },
      spaceItems: [list],
      ...inMove,
      played: { faults: [] },
    },
  },
  {
    message: messages.errorInField('stopEarlyConditions', 'Input 1 cannot be read'),
    provokedBy: { args: { target, stopEarlyConditions }, ...inMove, played: { faults: ['inputsVanish'] } },
  },
  {
    message: messages.failedToGenerateMotionPlan,
    provokedBy: { args: { target }, ...inMove, played: { faults: ['motionFails'] } },
  },
];

export const waypointMessages: readonly DocumentedMessage[] = [...checked, ...whenPlayed];

function identity() {
  return { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
}

function quaternionTwo() {
  return { ...identity(), i: 1 };
}
