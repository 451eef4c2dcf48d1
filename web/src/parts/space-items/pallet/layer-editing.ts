import { createId } from '@cellwright/domain/basics';
import {
  type BoxRotation,
  type BoxSize,
  type BoxType,
  boxesOutside,
  findFreePlace,
  footprintOf,
  isWithin,
  type LayerPattern,
  overlap,
  type PalletBox,
  type PalletSize,
} from '@cellwright/domain/pallet';

/** A box that is released this near to an edge of the pallet or of another box snaps to it, mm. */
const snapMM = 15;

/** Returns where a box that is dragged to x and y (its centre, mm) is placed: it snaps to near edges. */
export function snapBox(
  box: PalletBox,
  to: { readonly x: number; readonly y: number },
  others: readonly PalletBox[],
  type: BoxSize,
  base: PalletSize,
): PalletBox {
  const { alongX, alongY } = footprintOf(box, type);
  const footprints = others.map((other) => footprintOf(other, type));
  const edgesX = [0, base.lengthMM, ...footprints.flatMap((at) => [at.x - at.alongX / 2, at.x + at.alongX / 2])];
  const edgesY = [0, base.widthMM, ...footprints.flatMap((at) => [at.y - at.alongY / 2, at.y + at.alongY / 2])];
  return { ...box, x: snap(to.x, alongX / 2, edgesX), y: snap(to.y, alongY / 2, edgesY) };
}

/** Returns the centre that puts either side, `half` away, on the nearest edge; else rounds to whole millimetres. */
function snap(centre: number, half: number, edges: readonly number[]): number {
  let best = { centre: Math.round(centre), distance: snapMM };
  for (const edge of edges) {
    for (const candidate of [edge - half, edge + half]) {
      const distance = Math.abs(candidate - centre);
      if (distance < best.distance) best = { centre: candidate, distance };
    }
  }
  return best.centre;
}

export function changeBox(pattern: LayerPattern, id: string, change: (box: PalletBox) => PalletBox): LayerPattern {
  return { ...pattern, boxList: pattern.boxList.map((box) => (box.id === id ? change(box) : box)) };
}

export function turnBox(box: PalletBox): PalletBox {
  const turned: Readonly<Record<BoxRotation, BoxRotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 };
  return { ...box, rotation: turned[box.rotation] };
}

/** Returns the layer with one more box; undefined if it is full. */
export function addBox(pattern: LayerPattern, type: BoxSize, base: PalletSize): LayerPattern | undefined {
  const place = findFreePlace(pattern.boxList, base, type) ?? findFreePlace(pattern.boxList, base, type, 90);
  if (!place) return undefined;
  const order = Math.max(-1, ...pattern.boxList.map((box) => box.order)) + 1;
  return { ...pattern, boxList: [...pattern.boxList, { id: createId('box'), order, ...place }] };
}

/** Returns the boxes in the order of the list, regardless of their numbers, with one of them moved up or down. */
export function moveInOrder({ boxList, ...pattern }: LayerPattern, id: string, by: -1 | 1): LayerPattern {
  const sorted = [...boxList].sort((one, other) => one.order - other.order);
  const from = sorted.findIndex((box) => box.id === id);
  return { ...pattern, boxList: moveTo(sorted, from, from + by).map((box, order) => ({ ...box, order })) };
}

/** Returns the list with the item at `from` moved to `to`; the same list if either index is out of range. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  const [thing] = from < 0 || to < 0 || to >= list.length ? [] : moved.splice(from, 1);
  if (thing !== undefined) moved.splice(to, 0, thing);
  return moved;
}

/** Returns the ids of boxes that overhang the pallet or overlap another box. */
export function misplacedBoxes(pattern: LayerPattern, type: BoxType, base: PalletSize): ReadonlySet<string> {
  const footprints = pattern.boxList.map((box) => footprintOf(box, type));
  const outside = new Set(boxesOutside(pattern, type, base));
  return new Set(
    pattern.boxList.flatMap(({ id }, index) => {
      const own = footprints[index];
      const isIn = own && footprints.some((other, at) => at !== index && overlap(own, other));
      return isIn || outside.has(index) || !(own && isWithin(own, base)) ? [id] : [];
    }),
  );
}
