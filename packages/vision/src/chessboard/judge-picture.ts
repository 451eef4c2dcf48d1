import { medianOf } from '../calibration/statistics.ts';
import { type GrayImage, valueAt } from '../gray-image.ts';
import type { Pixel } from '../pose/lens-camera.ts';
import type { BoardSize } from './find-chessboard.ts';

/** Edges are looked at over this many pixels to each side. */
const reach = 6;
const stepsPerPixel = 4;

export interface BoardPicture {
  /** Standard deviation of the blur of an edge, pixels. */
  readonly blur: number;
  /** Brightness of bright and dark fields, 0…255. */
  readonly bright: number;
  readonly dark: number;
}

/** Judges the picture of a board: how sharp its edges are, and how bright its fields. */
export function judgePicture(image: GrayImage, corners: readonly Pixel[], { columns, rows }: BoardSize): BoardPicture {
  const at = (column: number, row: number) => corners[row * columns + column];
  const fields: number[] = [];
  const blurs: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [here, right, below, beyond] = [
        at(column, row),
        at(column + 1, row),
        at(column, row + 1),
        at(column + 1, row + 1),
      ];
      const hasRight = column + 1 < columns && here && right;
      const hasBelow = row + 1 < rows && here && below;
      if (hasRight && hasBelow && beyond) fields.push(valueAt(image, middleX(here, beyond), middleY(here, beyond)));
      if (hasRight) blurs.push(blurAcross(image, here, right));
      if (hasBelow) blurs.push(blurAcross(image, here, below));
    }
  }
  const middle = (Math.min(...fields) + Math.max(...fields)) / 2;
  return {
    blur: medianOf(blurs),
    bright: medianOf(fields.filter((value) => value >= middle)),
    dark: medianOf(fields.filter((value) => value < middle)),
  };
}

const middleX = (one: Pixel, other: Pixel) => (one.x + other.x) / 2;
const middleY = (one: Pixel, other: Pixel) => (one.y + other.y) / 2;

/** Steepness of the edge between two corners, at right angles to it: a step that is blurred by σ rises by height ÷ (σ·√2π). */
function blurAcross(image: GrayImage, from: Pixel, to: Pixel): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [acrossX, acrossY] = [-(to.y - from.y) / length, (to.x - from.x) / length];
  const far = Math.min(reach, 0.35 * length);
  const count = Math.ceil(2 * far * stepsPerPixel);
  const profile = Array.from({ length: count + 1 }, (_, index) => {
    const away = -far + (2 * far * index) / count;
    return valueAt(image, middleX(from, to) + away * acrossX, middleY(from, to) + away * acrossY);
  });
  const height = Math.abs((profile.at(-1) ?? 0) - (profile[0] ?? 0));
  // Over a whole pixel, so that noise is no edge.
  const steepest = Math.max(
    ...profile.map((value, index) => Math.abs((profile[index + stepsPerPixel] ?? value) - value)),
  );
  return height / (Math.max(steepest, 1e-6) * Math.sqrt(2 * Math.PI));
}
