import { idSchema } from '@cellwright/domain/basics';
import { tcpOptionOrAutoSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { field, numberOrExpression } from '../../framework/index.ts';

const indexFromOne = () => numberOrExpression(z.number().int().min(1)).optional();

const palletizingSchema = z.object({
  scope: field(z.enum(['allBoxes', 'allBoxesInLayer', 'specificBox']).default('allBoxes'), { label: 'Boxes' }),
  opacity: field(z.number().min(0).max(1).default(1), {
    label: 'Opacity',
    unit: '0–1',
    help: '1: the boxes stand there, and the arm keeps clear of them. Less: they are only shown',
  }),
  labels: field(z.boolean().default(false), { label: 'Labels', help: 'Shows the numbers of layer and box on them' }),
  layerIndex: field(indexFromOne(), {
    label: 'Layer',
    help: 'Numbered from 1, bottom to top',
    control: 'numberOrExpression',
  }),
  boxIndex: field(indexFromOne(), {
    label: 'Box',
    help: 'Numbered from 1, in the order in which the boxes of the layer are placed',
    control: 'numberOrExpression',
  }),
  boxTypeID: field(idSchema.optional(), { label: 'Box type', help: 'Only boxes of this type' }),
  palletBaseID: field(idSchema.optional(), {
    label: 'Pallet base',
    help: 'Default: all pallets of the boxes',
    control: 'spaceItem',
  }),
});

const positionListSchema = z.object({
  positionScope: field(z.enum(['allPositions', 'specificPosition']).default('allPositions'), { label: 'Positions' }),
  positionIndex: field(numberOrExpression(z.number().int().min(0)).optional(), {
    label: 'Position in the list',
    help: 'Numbered from 0',
    control: 'numberOrExpression',
  }),
});

const workpieceSchema = z.object({
  visualizationType: field(z.enum(['tooltip', 'pickup']).default('tooltip'), {
    label: 'Where',
    help: 'tooltip: in the tool, and it moves with it. pickup: where boxes of its type are taken',
  }),
  tooltipOption: field(tcpOptionOrAutoSchema.default('auto'), { label: 'Tool centre point' }),
});

export const updateVisualizationArgsSchema = z.object({
  targetKind: field(z.enum(['space', 'workpiece']).default('space'), { label: 'Target' }),
  targetSpaceItemId: field(idSchema.optional(), { label: 'Space item', control: 'spaceItem' }),
  action: field(z.enum(['show', 'hide']).default('show'), { label: 'Action' }),
  palletizing: field(palletizingSchema.default(palletizingSchema.parse({})), { label: 'Boxes on pallets' }),
  positionList: field(positionListSchema.default(positionListSchema.parse({})), { label: 'Positions' }),
  workpiece: field(workpieceSchema.default(workpieceSchema.parse({})), { label: 'Workpiece' }),
});
export type UpdateVisualizationArgs = z.output<typeof updateVisualizationArgsSchema>;
