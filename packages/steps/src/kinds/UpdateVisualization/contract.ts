import { messages } from '@cellwright/domain/messages';
import { findBox, findLayer } from '@cellwright/domain/pallet';
import type { SpaceItemOf } from '@cellwright/domain/space';
import {
  type BoxUse,
  type CheckEnvironment,
  defineContract,
  type ExpressionUse,
  expressionsIn,
  type FieldProblem,
  invalid,
  noTimeLimit,
  type SummaryNames,
  withCalculations,
} from '../../framework/index.ts';
import { type UpdateVisualizationArgs, updateVisualizationArgsSchema } from './contract-args.ts';
import { updateVisualizationMessages } from './contract-messages.ts';

export type UpdateVisualizationVariables = Record<never, never>;

export const updateVisualizationContract = defineContract({
  kind: 'UpdateVisualization',
  label: 'Update visualization',
  section: 'Hidden',
  description:
    'Shows or hides boxes on pallets, positions or the workpiece for all users. Boxes shown as placed are obstacles until they are hidden.',
  args: updateVisualizationArgsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  offeredWith: 'palletizing',
  variables: {},
  showsSpaceItem: ({ action, targetSpaceItemId }) => (action === 'hide' ? undefined : targetSpaceItemId),
  boxUse,
  hasOutsideEffect: false,
  timeLimit: () => noTimeLimit,
  expressions: usesOf,
  check: ({ args }, environment) => checkTarget(args, environment),
  summarize: summarizeVisualization,
  examples: [
    { title: 'Hide the whole stack', args: { targetSpaceItemId: 'space_boxes', action: 'hide' } },
    {
      title: 'Show the box that was just placed',
      args: {
        targetSpaceItemId: 'space_boxes',
        palletizing: {
          scope: 'specificBox',
          palletBaseID: 'space_pallet',
          layerIndex: { kind: 'variable', variableID: 'variable_layer' },
          boxIndex: { kind: 'variable', variableID: 'variable_box' },
          labels: true,
        },
      },
    },
    {
      title: 'A box in the tool',
      args: {
        targetKind: 'workpiece',
        targetSpaceItemId: 'space_boxes',
        palletizing: { boxTypeID: 'carton' },
        workpiece: { visualizationType: 'tooltip' },
      },
    },
  ],
  messages: updateVisualizationMessages,
});

function boxUse({ targetKind, targetSpaceItemId, palletizing }: UpdateVisualizationArgs): BoxUse | undefined {
  const { scope, boxIndex } = palletizing;
  if (targetKind !== 'space' || scope !== 'specificBox') return undefined;
  if (targetSpaceItemId === undefined || boxIndex === undefined) return undefined;
  return { boxesID: targetSpaceItemId, boxIndex };
}

/** Names only the fields that the target and its scope use. */
function summarizeVisualization(args: UpdateVisualizationArgs, names: SummaryNames): string {
  const { say } = names;
  const { action, targetKind, targetSpaceItemId, palletizing, workpiece } = args;
  const isShown = action === 'show';
  if (targetKind === 'workpiece') {
    if (workpiece.visualizationType === 'pickup') {
      return isShown ? say`Show the workpiece at the pickup` : say`Hide the workpiece at the pickup`;
    }
    return isShown ? say`Show the workpiece at the tooltip` : say`Hide the workpiece at the tooltip`;
  }
  const name = targetSpaceItemId === undefined ? say`a space item` : names.spaceItem(targetSpaceItemId);
  switch (palletizing.scope) {
    case 'allBoxes':
      return isShown ? say`Show ${name}` : say`Hide ${name}`;
    case 'allBoxesInLayer':
      return isShown ? say`Show a layer of ${name}` : say`Hide a layer of ${name}`;
    case 'specificBox':
      return isShown ? say`Show one of ${name}` : say`Hide one of ${name}`;
  }
}

function usesOf({ targetKind, palletizing, positionList }: UpdateVisualizationArgs): ExpressionUse[] {
  if (targetKind === 'workpiece') return [];
  const { scope, layerIndex, boxIndex } = palletizing;
  const ofBoxes = {
    ...(scope !== 'allBoxes' && { layerIndex }),
    ...(scope === 'specificBox' && { boxIndex }),
  };
  const isOne = positionList.positionScope === 'specificPosition';
  return [
    ...within('palletizing', expressionsIn(ofBoxes)),
    ...within('positionList', isOne ? expressionsIn({ positionIndex: positionList.positionIndex }) : []),
  ];
}

function within(part: keyof UpdateVisualizationArgs, uses: readonly ExpressionUse[]): ExpressionUse[] {
  return uses.map(({ fieldId, expression }) => ({ fieldId: `${part}.${fieldId}`, expression }));
}

function checkTarget(args: UpdateVisualizationArgs, { spaceItems }: CheckEnvironment): FieldProblem[] {
  const { targetKind, targetSpaceItemId, palletizing, positionList } = args;
  if (targetSpaceItemId === undefined) return [invalid('targetSpaceItemId', messages.targetSpaceItemRequired)];
  const item = spaceItems.get(targetSpaceItemId);
  if (item === undefined) return [invalid('targetSpaceItemId', messages.targetSpaceItemNotFound)];
  if (item.kind === 'palletBoxes') {
    return [...checkNamed(args, item, spaceItems), ...(targetKind === 'space' ? checkIndexes(palletizing, item) : [])];
  }
  // A workpiece is a box of a type; other items have no workpiece.
  if (targetKind === 'workpiece') return [invalid('targetSpaceItemId', messages.chooseValidSpaceItem)];
  const { positionScope, positionIndex } = positionList;
  if (positionScope === 'allPositions' || typeof positionIndex === 'object') return [];
  if (positionIndex === undefined) return [invalid('positionList.positionIndex', messages.positionIndexRequired)];
  const isThere = item.kind === 'visionPositionList' || positionIndex < item.positions.length;
  return isThere ? [] : [invalid('positionList.positionIndex', messages.chooseValidListIndex)];
}

function checkNamed(
  { palletizing: { palletBaseID, boxTypeID } }: UpdateVisualizationArgs,
  { boxTypes }: SpaceItemOf<'palletBoxes'>,
  spaceItems: CheckEnvironment['spaceItems'],
): FieldProblem[] {
  const isBaseMissing = palletBaseID !== undefined && spaceItems.get(palletBaseID)?.kind !== 'palletBase';
  const isTypeMissing = boxTypeID !== undefined && !boxTypes.some(({ id }) => id === boxTypeID);
  return [
    ...(isBaseMissing ? [invalid('palletizing.palletBaseID', messages.palletBaseNotFound)] : []),
    ...(isTypeMissing ? [invalid('palletizing.boxTypeID', messages.boxTypeNotFound)] : []),
  ];
}

/** An index from an expression is checked while playing. */
function checkIndexes(
  { scope, layerIndex, boxIndex }: UpdateVisualizationArgs['palletizing'],
  boxes: SpaceItemOf<'palletBoxes'>,
): FieldProblem[] {
  if (scope === 'allBoxes') return [];
  if (layerIndex === undefined) return [invalid('palletizing.layerIndex', messages.layerIndexRequired)];
  if (scope === 'specificBox' && boxIndex === undefined) {
    return [invalid('palletizing.boxIndex', messages.boxIndexRequired)];
  }
  if (typeof layerIndex === 'object') return [];
  const isOneBox = scope === 'specificBox' && typeof boxIndex === 'number';
  const found = isOneBox ? findBox(boxes, layerIndex, boxIndex) : findLayer(boxes, layerIndex);
  if (found.ok) return [];
  const { field, message } = found.error;
  return [invalid(`palletizing.${field === 'layer' ? 'layerIndex' : 'boxIndex'}`, message)];
}
