import { messages, type SpaceItem } from '@cellwright/domain';
import { z } from 'zod';
import { type CheckEnvironment, type FieldProblem, invalid } from '../../framework/index.ts';
import type { PalletConfig } from './contract-args.ts';

const boxTypeSchema = z.looseObject({ id: z.string(), width: z.number(), depth: z.number() });
const layerPatternSchema = z.looseObject({
  id: z.string(),
  boxTypeID: z.string(),
  boxList: z.array(z.looseObject({ x: z.number(), y: z.number(), rotation: z.number().default(0) })),
});
/** As much of a pallet's boxes as its waypoints' checks need; lengths in millimetres, x and y the centre of a box. */
const palletBoxesSchema = z.looseObject({
  boxTypes: z.array(boxTypeSchema).default([]),
  layerPatterns: z.array(layerPatternSchema).default([]),
  layerOrder: z.array(z.string()).default([]),
});
type PalletBoxes = z.output<typeof palletBoxesSchema>;
const palletBaseSchema = z.looseObject({ lengthMM: z.number(), widthMM: z.number() });
type PalletBase = z.output<typeof palletBaseSchema>;

/** Checks of a waypoint whose position list is the boxes of a pallet. */
export function checkPallet(
  config: PalletConfig | undefined,
  boxesItem: SpaceItem,
  environment: CheckEnvironment,
): FieldProblem[] {
  const { moveType, selectedBoxType, selectedPalletBaseID } = config ?? { moveType: 'box' };
  if (moveType === 'pickup') {
    return selectedBoxType === undefined ? [problem('selectedBoxType', messages.boxTypeMustBeSelected)] : [];
  }
  if (selectedPalletBaseID === undefined) {
    return [problem('selectedPalletBaseID', messages.palletBaseMustBeSelected)];
  }
  const baseItem = environment.spaceItems.get(selectedPalletBaseID);
  if (baseItem?.kind !== 'palletBase') return [problem('selectedPalletBaseID', messages.palletBaseNotFound)];
  const boxes = palletBoxesSchema.safeParse(boxesItem);
  if (!boxes.success) return [invalid('positionListID', messages.chooseValidSpaceItem)];
  const base = palletBaseSchema.safeParse(baseItem);
  const isTooSmall = base.success && !fitsOn(base.data, boxes.data);
  return [
    ...(isTooSmall ? [problem('selectedPalletBaseID', messages.palletBaseTooSmall)] : []),
    ...checkIndexes(config, boxes.data),
  ];
}

function checkIndexes(config: PalletConfig | undefined, boxes: PalletBoxes): FieldProblem[] {
  const { selectedLayer, selectedBox } = config ?? {};
  if (selectedLayer === undefined) return [];
  const { layerOrder, layerPatterns } = boxes;
  const patternID = layerOrder[selectedLayer - 1];
  if (patternID === undefined) {
    return [problem('selectedLayer', messages.invalidLayerIndex(selectedLayer, layerOrder.length))];
  }
  const pattern = layerPatterns.find(({ id }) => id === patternID);
  if (pattern === undefined) return [problem('selectedLayer', messages.invalidLayerOrBox)];
  const count = pattern.boxList.length;
  if (selectedBox === undefined || selectedBox <= count) return [];
  return [problem('selectedBox', messages.invalidBoxIndex(selectedBox, count))];
}

/** Whether every box of every layer lies within the base, whose origin is its lower left corner. */
function fitsOn(base: PalletBase, { boxTypes, layerPatterns }: PalletBoxes): boolean {
  return layerPatterns.every(({ boxTypeID, boxList }) => {
    const type = boxTypes.find(({ id }) => id === boxTypeID);
    if (type === undefined) return true;
    return boxList.every(({ x, y, rotation }) => {
      const isTurned = Math.round(rotation / 90) % 2 !== 0;
      const alongX = (isTurned ? type.depth : type.width) / 2;
      const alongY = (isTurned ? type.width : type.depth) / 2;
      return x - alongX >= 0 && x + alongX <= base.lengthMM && y - alongY >= 0 && y + alongY <= base.widthMM;
    });
  });
}

function problem(field: keyof PalletConfig, message: string): FieldProblem {
  return invalid(`palletConfig.${field}`, message);
}
