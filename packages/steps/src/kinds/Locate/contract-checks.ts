import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { SpaceItem } from '@cellwright/domain/space';
import {
  type CellEquipment,
  type CheckEnvironment,
  checkCamera,
  type FieldProblem,
  invalid,
  planeOf,
} from '../../framework/index.ts';
import type { LocateArgs } from './contract-args.ts';

export const own = defineMessages('Locate', {
  planeRequired: 'Workplane required',
  planeNotTaught: (name: string) => `'${name}' is not a plane with three positions. Choose another workplane`,
  listRequired: 'Position list name required',
  listNotFound: (name: string) =>
    `There is no list of camera positions '${name}'. Add it to the space, or choose another`,
  maxBelowMin: (what: string) => `The greatest ${what} is below the least. Raise it`,
  templateRequired: 'Template image required',
  promptRequired: 'Text prompt required',
  runnerRequired: 'GPU task runner required',
  modelRequired: 'Model required',
  modelTypeRequired: 'Model type required',
});

/** Returns the list that the step fills: by its id, else by its name. */
export function listOf(
  { positionListID, positionListName }: Pick<LocateArgs, 'positionListID' | 'positionListName'>,
  spaceItems: Iterable<SpaceItem>,
): SpaceItem | undefined {
  for (const item of spaceItems) {
    const isNamed = positionListID === undefined ? item.name === positionListName.trim() : item.id === positionListID;
    if (item.kind === 'visionPositionList' && isNamed) return item;
  }
  return undefined;
}

export function checkLocate(args: LocateArgs, { equipment, spaceItems }: CheckEnvironment): FieldProblem[] {
  return [
    ...checkCamera(args.camera, equipment),
    ...checkPlane(args, spaceItems),
    ...checkPositionList(args, spaceItems),
    ...checkMethod(args, equipment),
  ];
}

function checkPlane({ planeID }: LocateArgs, spaceItems: CheckEnvironment['spaceItems']): FieldProblem[] {
  if (planeID === undefined) return [invalid('planeID', own.planeRequired)];
  const item = spaceItems.get(planeID);
  if (!item) return [invalid('planeID', messages.chooseValidSpaceItem)];
  return planeOf(item) ? [] : [invalid('planeID', own.planeNotTaught(item.name))];
}

function checkPositionList(args: LocateArgs, spaceItems: CheckEnvironment['spaceItems']): FieldProblem[] {
  const { positionListID, positionListName } = args;
  if (positionListID === undefined && positionListName.trim() === '')
    return [invalid('positionListName', own.listRequired)];
  if (listOf(args, spaceItems.values())) return [];
  return positionListID === undefined
    ? [invalid('positionListName', own.listNotFound(positionListName))]
    : [invalid('positionListID', messages.chooseValidSpaceItem)];
}

function checkMethod(args: LocateArgs, equipment: readonly CellEquipment[] | undefined): FieldProblem[] {
  const { method, blob, shape, textPrompt, customCheckpoint } = args;
  switch (method) {
    case 'blob':
      return [
        ...checkRange('blob.maxThreshold', 'threshold', blob.minThreshold, blob.maxThreshold),
        ...checkRange('blob.maxArea', 'area', blob.minArea, blob.maxArea),
        ...checkRange('blob.maxCircularity', 'circularity', blob.minCircularity, blob.maxCircularity),
      ];
    case 'shape':
      return [
        ...checkRange('shape.maxScale', 'scale', shape.minScale, shape.maxScale),
        ...(shape.templateImage === '' ? [invalid('shape.templateImage', own.templateRequired)] : []),
      ];
    case 'textPrompt':
      return textPrompt.prompt.trim() === '' ? [invalid('textPrompt.prompt', own.promptRequired)] : [];
    case 'customCheckpoint':
      return checkCheckpoint(customCheckpoint, equipment);
  }
}

function checkCheckpoint(
  { gpuTaskRunnerID, modelPath, modelType }: LocateArgs['customCheckpoint'],
  equipment: readonly CellEquipment[] | undefined,
): FieldProblem[] {
  const isMissing = gpuTaskRunnerID !== undefined && equipment?.some(({ id }) => id === gpuTaskRunnerID) === false;
  return [
    ...(gpuTaskRunnerID === undefined ? [invalid('customCheckpoint.gpuTaskRunnerID', own.runnerRequired)] : []),
    ...(isMissing ? [invalid('customCheckpoint.gpuTaskRunnerID', messages.equipmentNotFound(gpuTaskRunnerID))] : []),
    ...(modelPath.trim() === '' ? [invalid('customCheckpoint.modelPath', own.modelRequired)] : []),
    ...(modelType === undefined ? [invalid('customCheckpoint.modelType', own.modelTypeRequired)] : []),
  ];
}

function checkRange(fieldId: string, what: string, least: number, greatest: number): FieldProblem[] {
  return greatest < least ? [invalid(fieldId, own.maxBelowMin(what))] : [];
}
