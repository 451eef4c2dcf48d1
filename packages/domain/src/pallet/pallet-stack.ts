import type { Result } from '@cellwright/geometry';
import { palletMessages as messages } from '../messages/pallet-messages.ts';
import { chooseDirection, isInTheWay } from './box-approach.ts';
import { type Footprint, footprintOf } from './box-footprint.ts';
import { sequenceBoxes } from './box-sequence.ts';
import type { BoxType, FixedApproachDirection, LayerPattern, PalletBox, PalletBoxesShape } from './pallet-shapes.ts';

/** A box at its place on a pallet; mm, in the pallet frame. */
export interface StackedBox {
  readonly box: PalletBox;
  readonly boxType: BoxType;
  /** From 1, bottom to top. */
  readonly layerIndex: number;
  /** From 1, in the order of placing. */
  readonly boxIndex: number;
  readonly footprint: Footprint;
  readonly bottomMM: number;
  readonly topMM: number;
  readonly direction: FixedApproachDirection;
  /** boxIndex of each placed box that blocks it from this direction. */
  readonly blockedBy: readonly number[];
}

export interface StackLayer {
  readonly layerIndex: number;
  readonly pattern: LayerPattern;
  readonly boxType: BoxType;
  /** Bottom of the boxes, above the separator. */
  readonly bottomMM: number;
  /** In the order of placing. */
  readonly boxes: readonly StackedBox[];
}

export interface PalletStack {
  /** Bottom to top; undefined if a layer names a missing pattern or box type. */
  readonly layers: readonly (StackLayer | undefined)[];
  readonly heightMM: number;
}

/** Items are immutable, and a routine requests one box after the other. */
const stacks = new WeakMap<PalletBoxesShape, PalletStack>();

/** Returns all boxes of a full pallet, layer by layer. */
export function stackOf(boxes: PalletBoxesShape): PalletStack {
  const known = stacks.get(boxes);
  if (known) return known;
  const layers: (StackLayer | undefined)[] = [];
  let heightMM = 0;
  // A pallet repeats its layers, so the boxes of a pattern are sequenced once.
  const plans = new Map<string, readonly PlannedBox[]>();
  for (const [index, patternID] of boxes.layerOrder.entries()) {
    const pattern = boxes.layerPatterns.find(({ id }) => id === patternID);
    const boxType = boxes.boxTypes.find(({ id }) => id === pattern?.boxTypeID);
    if (pattern === undefined || boxType === undefined) {
      layers.push(undefined);
      continue;
    }
    const plan = plans.get(pattern.id) ?? planLayer(pattern, boxType, boxes);
    plans.set(pattern.id, plan);
    const [layerIndex, bottomMM] = [index + 1, heightMM + pattern.separatorHeightMM];
    heightMM = bottomMM + boxType.height;
    const stacked = plan.map((planned) => ({
      ...planned,
      boxType,
      layerIndex,
      bottomMM,
      topMM: bottomMM + boxType.height,
    }));
    layers.push({ layerIndex, pattern, boxType, bottomMM, boxes: stacked });
  }
  const stack = { layers, heightMM };
  stacks.set(boxes, stack);
  return stack;
}

/** Returns the name of the boxes if all on the pallet are of one type. */
export function commonBoxName({ boxTypes, layerPatterns, layerOrder }: PalletBoxesShape): string | undefined {
  const typeIDs = new Set(layerOrder.map((patternID) => layerPatterns.find(({ id }) => id === patternID)?.boxTypeID));
  const [typeID] = typeIDs;
  return typeIDs.size === 1 ? boxTypes.find(({ id }) => id === typeID)?.name : undefined;
}

type PlannedBox = Pick<StackedBox, 'box' | 'boxIndex' | 'footprint' | 'direction' | 'blockedBy'>;

function planLayer(pattern: LayerPattern, boxType: BoxType, distances: PalletBoxesShape): PlannedBox[] {
  const layer = { height: boxType.height, distances };
  const sequence = sequenceBoxes(pattern, boxType, layer);
  const footprints = sequence.map((box) => footprintOf(box, boxType));
  return sequence.flatMap((box, index) => {
    const footprint = footprints[index];
    if (footprint === undefined) return [];
    const placed = footprints.slice(0, index);
    const wanted = box.approachDirection ?? pattern.globalApproachDirection;
    const direction = chooseDirection(wanted, footprint, { placed, later: footprints.slice(index + 1) }, layer);
    const blockedBy = placed.flatMap((other, at) => (isInTheWay(other, footprint, direction, layer) ? [at + 1] : []));
    return [{ box, boxIndex: index + 1, footprint, direction, blockedBy }];
  });
}

/** Reason why there is no such place on a pallet, with the field of the target that is at fault. */
export interface PalletRefusal<Field extends string> {
  readonly field: Field;
  readonly message: string;
}

export type FoundBox = Result<StackedBox, PalletRefusal<'layer' | 'box'>>;

/** Finds a layer by its index from 1. The message reports an invalid index or an incomplete layer. */
export function findLayer(
  boxes: PalletBoxesShape,
  layerIndex: number | undefined,
): Result<StackLayer, PalletRefusal<'layer'>> {
  const refuse = (message: string) => ({ ok: false, error: { field: 'layer', message } }) as const;
  if (layerIndex === undefined) return refuse(messages.invalidLayerOrBox);
  const { layers } = stackOf(boxes);
  if (!isIndex(layerIndex, layers.length)) return refuse(messages.invalidLayerIndex(layerIndex, layers.length));
  const layer = layers[layerIndex - 1];
  return layer ? { ok: true, value: layer } : refuse(messages.invalidLayerOrBox);
}

/** Finds a box by its layer and its place in the placing order, both from 1. */
export function findBox(
  boxes: PalletBoxesShape,
  layerIndex: number | undefined,
  boxIndex: number | undefined,
): FoundBox {
  const layer = findLayer(boxes, layerIndex);
  if (!layer.ok) return layer;
  const refuse = (message: string) => ({ ok: false, error: { field: 'box', message } }) as const;
  if (boxIndex === undefined) return refuse(messages.invalidLayerOrBox);
  const { boxes: stacked } = layer.value;
  if (!isIndex(boxIndex, stacked.length)) return refuse(messages.invalidBoxIndex(boxIndex, stacked.length));
  const value = stacked[boxIndex - 1];
  return value ? { ok: true, value } : refuse(messages.invalidLayerOrBox);
}

function isIndex(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= count;
}
