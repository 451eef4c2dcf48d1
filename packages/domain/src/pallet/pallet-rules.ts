import { palletMessages as messages } from '../messages/pallet-messages.ts';
import { footprintOf, isWithin, overlap, type PalletSize } from './box-footprint.ts';
import type { BoxType, LayerPattern, PalletBoxesShape } from './pallet-shapes.ts';
import { stackOf } from './pallet-stack.ts';

/** A problem with a field of the boxes: `layerPatterns.0.boxList.3`. */
export interface PalletProblem {
  readonly fieldId: string;
  readonly message: string;
}

/** Returns the first problem of the boxes themselves: ids, missing references, overlapping boxes. */
export function checkPalletBoxes(boxes: PalletBoxesShape): PalletProblem | undefined {
  return checkIDs(boxes) ?? checkReferences(boxes) ?? checkOverlaps(boxes);
}

function checkIDs({ boxTypes, layerPatterns }: PalletBoxesShape): PalletProblem | undefined {
  return (
    checkUnique('box type', boxTypes, 'boxTypes') ??
    checkUnique('layer pattern', layerPatterns, 'layerPatterns') ??
    firstOf(layerPatterns, ({ boxList }, at) => checkUnique('box', boxList, `layerPatterns.${at}.boxList`))
  );
}

function checkUnique(what: string, things: readonly { readonly id: string }[], field: string) {
  const seen = new Set<string>();
  return firstOf(things, ({ id }, at) => {
    if (seen.has(id)) return { fieldId: `${field}.${at}.id`, message: messages.palletDuplicateID(what, id) };
    seen.add(id);
    return undefined;
  });
}

function checkReferences({ boxTypes, layerPatterns, layerOrder }: PalletBoxesShape): PalletProblem | undefined {
  const types = new Set(boxTypes.map(({ id }) => id));
  const patterns = new Set(layerPatterns.map(({ id }) => id));
  return (
    firstOf(layerPatterns, ({ name, boxTypeID }, at) =>
      types.has(boxTypeID)
        ? undefined
        : { fieldId: `layerPatterns.${at}.boxTypeID`, message: messages.palletUnknownBoxType(name) },
    ) ??
    firstOf(layerOrder, (id, at) =>
      patterns.has(id) ? undefined : { fieldId: `layerOrder.${at}`, message: messages.palletUnknownPattern(at + 1) },
    )
  );
}

function checkOverlaps({ boxTypes, layerPatterns }: PalletBoxesShape): PalletProblem | undefined {
  return firstOf(layerPatterns, (pattern, at) => {
    const type = boxTypes.find(({ id }) => id === pattern.boxTypeID);
    const pair = type && findOverlap(pattern, type);
    if (pair === undefined) return undefined;
    const [one, other] = pair;
    const message = messages.palletBoxesOverlap(pattern.name, one + 1, other + 1);
    return { fieldId: `layerPatterns.${at}.boxList.${other}`, message };
  });
}

/** Returns the first two overlapping boxes of a layer, as list indexes from 0. */
export function findOverlap({ boxList }: LayerPattern, type: BoxType): readonly [number, number] | undefined {
  const footprints = boxList.map((box) => footprintOf(box, type));
  for (const [other, footprint] of footprints.entries()) {
    const one = footprints.slice(0, other).findIndex((before) => overlap(before, footprint));
    if (one !== -1) return [one, other];
  }
  return undefined;
}

/** Returns the boxes of a layer that overhang a pallet, as list indexes from 0. */
export function boxesOutside({ boxList }: LayerPattern, type: BoxType, base: PalletSize): number[] {
  return boxList.flatMap((box, index) => (isWithin(footprintOf(box, type), base) ? [] : [index]));
}

/** True if every box of every layer of the stack lies within the pallet. */
export function fitsOnPallet(boxes: PalletBoxesShape, base: PalletSize): boolean {
  return stackOf(boxes).layers.every(
    (layer) => layer === undefined || boxesOutside(layer.pattern, layer.boxType, base).length === 0,
  );
}

/** Returns boxes that cannot come from their direction without passing through a placed one. */
export function blockedApproaches(
  boxes: PalletBoxesShape,
): { readonly layerIndex: number; readonly boxIndex: number; readonly message: string }[] {
  return stackOf(boxes).layers.flatMap((layer) =>
    (layer?.boxes ?? []).flatMap(({ layerIndex, boxIndex, direction, blockedBy }) => {
      const [first] = blockedBy;
      if (first === undefined) return [];
      const message = messages.palletApproachBlocked({ layerIndex, boxIndex, direction, first });
      return [{ layerIndex, boxIndex, message }];
    }),
  );
}

function firstOf<T>(
  things: readonly T[],
  check: (thing: T, index: number) => PalletProblem | undefined,
): PalletProblem | undefined {
  for (const [index, thing] of things.entries()) {
    const problem = check(thing, index);
    if (problem) return problem;
  }
  return undefined;
}
