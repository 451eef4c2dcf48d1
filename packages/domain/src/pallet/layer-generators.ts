import { type BoxSize, type Footprint, footprintOf, isWithin, overlap, type PalletSize } from './box-footprint.ts';
import { type BoxRotation, type PalletBox, palletLimits } from './pallet-shapes.ts';

/** Initial patterns. 'free' starts empty and is filled box by box. */
export const layerGeneratorKinds = ['column', 'interlock', 'pinwheel', 'free'] as const;
export type LayerGeneratorKind = (typeof layerGeneratorKinds)[number];

export interface GeneratorQuery {
  readonly kind: LayerGeneratorKind;
  readonly base: PalletSize;
  readonly boxType: BoxSize;
  /** Variant of the layer: every second one is turned, so that its joints are not above those below. 'A' by default. */
  readonly variant?: 'A' | 'B';
}

/**
 * Returns the boxes of a layer, centred on the pallet: the number that the pattern holds, with ids `box-1`, `box-2` … in
 * order.
 */
export function generateLayer({ kind, base, boxType, variant = 'A' }: GeneratorQuery): PalletBox[] {
  const blocks = blocksOf(kind, base, boxType, variant);
  const boxes = blocks.flatMap((block) => fillBlock(block, boxType)).slice(0, palletLimits.boxesOfLayer);
  const centred = centre(boxes, base, boxType);
  const turned = variant === 'B' && kind !== 'column' ? mirror(centred, base) : centred;
  return turned.map((place, index) => ({ id: `box-${index + 1}`, order: index, ...place }));
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly rotation: BoxRotation;
}

/** A grid of equal boxes from its lower left corner. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly rotation: BoxRotation;
}

function blocksOf(kind: LayerGeneratorKind, base: PalletSize, type: BoxSize, variant: 'A' | 'B'): Block[] {
  switch (kind) {
    case 'column':
      return [columnBlock(base, type)];
    case 'interlock':
      return interlockBlocks(base, type, variant);
    case 'pinwheel':
      return pinwheelBlocks(base, type) ?? interlockBlocks(base, type, variant);
    case 'free':
      return [];
  }
}

function fillBlock({ x, y, columns, rows, rotation }: Block, type: BoxSize): Place[] {
  const { alongX, alongY } = footprintOf({ x, y, rotation }, type);
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: x + ((index % columns) + 0.5) * alongX,
    y: y + (Math.floor(index / columns) + 0.5) * alongY,
    rotation,
  }));
}

/** Returns how often a length fits; exact multiples fit in spite of rounding. */
function timesIn(length: number, whole: number): number {
  return Math.max(0, Math.floor(whole / length + 1e-9));
}

function blockIn(base: PalletSize, type: BoxSize, rotation: BoxRotation, x = 0): Block {
  const { alongX, alongY } = footprintOf({ x: 0, y: 0, rotation }, type);
  return { x, y: 0, rotation, columns: timesIn(alongX, base.lengthMM), rows: timesIn(alongY, base.widthMM) };
}

const countOf = ({ columns, rows }: Block) => columns * rows;

/** Arranges all boxes in one orientation: the one that holds more. */
function columnBlock(base: PalletSize, type: BoxSize): Block {
  const [straight, turned] = [blockIn(base, type, 0), blockIn(base, type, 90)];
  return countOf(turned) > countOf(straight) ? turned : straight;
}

/** Arranges columns of boxes in one orientation next to columns in the other, with the split that holds most boxes. */
function interlockBlocks(base: PalletSize, type: BoxSize, variant: 'A' | 'B'): Block[] {
  const most = timesIn(type.width, base.lengthMM);
  let best: Block[] = [];
  for (let columns = 1; columns <= most; columns += 1) {
    const straight = { ...blockIn(base, type, 0), columns };
    const rest = base.lengthMM - columns * type.width;
    const turned = blockIn({ ...base, lengthMM: rest }, type, 90, columns * type.width);
    const isBetter = total([straight, turned]) > total(best);
    if (countOf(straight) > 0 && countOf(turned) > 0 && isBetter) best = [straight, turned];
  }
  if (best.length > 0) return best;
  // Without room for both side by side, whole layers alternate, if both orientations hold boxes.
  const other = blockIn(base, type, columnBlock(base, type).rotation === 0 ? 90 : 0);
  return [variant === 'B' && countOf(other) > 0 ? other : columnBlock(base, type)];
}

function total(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + countOf(block), 0);
}

/**
 * Arranges four blocks around the centre, each rotated by a quarter turn from the one before; undefined if not even one
 * box each fits. The first block's size determines those of the others.
 */
function pinwheelBlocks({ lengthMM, widthMM }: PalletSize, { width, depth }: BoxSize): Block[] | undefined {
  let best: Block[] | undefined;
  for (let columns = 1; columns <= timesIn(width, lengthMM); columns += 1) {
    for (let rows = 1; rows <= timesIn(depth, widthMM); rows += 1) {
      const turnedColumns = timesIn(depth, lengthMM - columns * width);
      const turnedRows = timesIn(width, widthMM - rows * depth);
      const [a, b, c, d] = [columns * width, rows * depth, turnedColumns * depth, turnedRows * width];
      // Opposite blocks must not overlap in the middle.
      const isClear = !(a > c && b > d) && !(c > a && d > b);
      if (turnedColumns === 0 || turnedRows === 0 || !isClear) continue;
      const straight = { columns, rows };
      const turned = { columns: turnedColumns, rows: turnedRows };
      const blocks: Block[] = [
        { x: 0, y: 0, rotation: 0, ...straight },
        { x: a, y: 0, rotation: 90, ...turned },
        { x: c, y: d, rotation: 180, ...straight },
        { x: 0, y: b, rotation: 270, ...turned },
      ];
      if (total(blocks) > total(best ?? [])) best = blocks;
    }
  }
  return best;
}

function centre(places: readonly Place[], { lengthMM, widthMM }: PalletSize, type: BoxSize): Place[] {
  const footprints = places.map((place) => footprintOf(place, type));
  const right = Math.max(0, ...footprints.map(({ x, alongX }) => x + alongX / 2));
  const upper = Math.max(0, ...footprints.map(({ y, alongY }) => y + alongY / 2));
  return places.map(({ x, y, rotation }) => ({
    x: x + (lengthMM - right) / 2,
    y: y + (widthMM - upper) / 2,
    rotation,
  }));
}

/** Mirrors the layer across its length. */
function mirror(places: readonly Place[], { lengthMM }: PalletSize): Place[] {
  return places.map(({ x, y, rotation }) => ({ x: lengthMM - x, y, rotation }));
}

/**
 * Finds a place for one more box next to others: as near to the origin as possible, touching the edges of existing
 * ones. Undefined if there is no room.
 */
export function findFreePlace(
  boxes: readonly Pick<PalletBox, 'x' | 'y' | 'rotation'>[],
  base: PalletSize,
  boxType: BoxSize,
  rotation: BoxRotation = 0,
): Place | undefined {
  const taken = boxes.map((box) => footprintOf(box, boxType));
  const { alongX, alongY } = footprintOf({ x: 0, y: 0, rotation }, boxType);
  const edges = (pick: (footprint: Footprint) => number) => [0, ...taken.map(pick)].sort((one, other) => one - other);
  for (const lower of edges(({ y, alongY: size }) => y + size / 2)) {
    for (const left of edges(({ x, alongX: size }) => x + size / 2)) {
      const place = { x: left + alongX / 2, y: lower + alongY / 2, rotation };
      const footprint = { ...place, alongX, alongY };
      if (isWithin(footprint, base) && !taken.some((other) => overlap(other, footprint))) return place;
    }
  }
  return undefined;
}
