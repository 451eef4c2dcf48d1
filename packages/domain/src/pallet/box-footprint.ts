import type { BoxType, PalletBaseShape, PalletBox } from './pallet-shapes.ts';

/** Tolerance for overlaps and overhangs, mm: boxes may share a face, and dimensions are rounded. */
export const palletTolerance = 0.1;

/** A rectangle by its centre and its full edges, mm, in the pallet frame. */
export interface Footprint {
  readonly x: number;
  readonly y: number;
  readonly alongX: number;
  readonly alongY: number;
}

export function footprintOf({ x, y, rotation }: Pick<PalletBox, 'x' | 'y' | 'rotation'>, type: BoxSize): Footprint {
  const isTurned = rotation % 180 !== 0;
  return { x, y, alongX: isTurned ? type.depth : type.width, alongY: isTurned ? type.width : type.depth };
}
export type BoxSize = Pick<BoxType, 'width' | 'depth'>;
export type PalletSize = Pick<PalletBaseShape, 'lengthMM' | 'widthMM'>;

export function overlap(one: Footprint, other: Footprint): boolean {
  return (
    Math.abs(one.x - other.x) < (one.alongX + other.alongX) / 2 - palletTolerance &&
    Math.abs(one.y - other.y) < (one.alongY + other.alongY) / 2 - palletTolerance
  );
}

/** True if it lies within the top surface of the pallet. */
export function isWithin({ x, y, alongX, alongY }: Footprint, { lengthMM, widthMM }: PalletSize): boolean {
  return (
    x - alongX / 2 >= -palletTolerance &&
    y - alongY / 2 >= -palletTolerance &&
    x + alongX / 2 <= lengthMM + palletTolerance &&
    y + alongY / 2 <= widthMM + palletTolerance
  );
}
