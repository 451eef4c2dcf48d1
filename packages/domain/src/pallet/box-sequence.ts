import { type ApproachedLayer, isInTheWay } from './box-approach.ts';
import { type BoxSize, type Footprint, footprintOf } from './box-footprint.ts';
import type { FixedApproachDirection, LayerPattern, PalletBox } from './pallet-shapes.ts';

/** Direction assumed for 'automatic' while the order is determined: every box can come from there. */
const automaticFrom: FixedApproachDirection = '+x+y';

/**
 * Returns the boxes of a layer in their placing order. With automatic sequencing, a box that passes another's place
 * comes before it; otherwise the nearest to the origin comes first. Boxes whose directions block each other in a circle
 * keep their given order.
 */
export function sequenceBoxes(pattern: LayerPattern, type: BoxSize, layer: ApproachedLayer): readonly PalletBox[] {
  const given = [...pattern.boxList].sort((one, other) => one.order - other.order);
  if (!pattern.automaticSequencing) return given;
  const waiting = given.map((box) => ({
    box,
    footprint: footprintOf(box, type),
    direction: directionOf(box, pattern),
  }));
  waiting.sort((one, other) => distanceOf(one.footprint) - distanceOf(other.footprint));
  const blockers = waiting.map(({ footprint }) => countPassing(footprint, waiting, layer));
  const placed = new Set<number>();
  while (placed.size < waiting.length) {
    const next = waiting.findIndex((_, index) => !placed.has(index) && (blockers[index] ?? 0) === 0);
    const chosen = next === -1 ? waiting.findIndex((_, index) => !placed.has(index)) : next;
    const { footprint, direction } = waiting[chosen] ?? {};
    placed.add(chosen);
    if (footprint === undefined || direction === undefined) break;
    waiting.forEach((other, index) => {
      if (index !== chosen && isInTheWay(other.footprint, footprint, direction, layer)) {
        blockers[index] = (blockers[index] ?? 0) - 1;
      }
    });
  }
  return [...placed].flatMap((index) => waiting[index]?.box ?? []);
}

interface Waiting {
  readonly footprint: Footprint;
  readonly direction: FixedApproachDirection;
}

/** Returns the number of boxes that pass this place on their approach, and so have to come before. */
function countPassing(place: Footprint, boxes: readonly Waiting[], layer: ApproachedLayer): number {
  return boxes.filter(
    ({ footprint, direction }) => footprint !== place && isInTheWay(place, footprint, direction, layer),
  ).length;
}

function directionOf({ approachDirection }: PalletBox, { globalApproachDirection }: LayerPattern) {
  const wanted = approachDirection ?? globalApproachDirection;
  return wanted === 'automatic' ? automaticFrom : wanted;
}

function distanceOf({ x, y, alongX, alongY }: Footprint): number {
  return x - alongX / 2 + y - alongY / 2;
}
