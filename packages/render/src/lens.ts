import { isDistorted, rayOf } from '@cellwright/geometry';
import type { Camera } from './camera.ts';
import type { Faces, Target } from './draw-scene.ts';
import { createVisibilityBuffer } from './visibility.ts';

/** Source pixels that each pixel of the distorted picture is computed from. */
export interface LensMap {
  readonly target: Target;
  /** First sample under each pixel, as an index of the target. */
  readonly first: Int32Array;
  /** Shares of the first column and row that lie outside the pixel, two numbers each; absent without distortion. */
  readonly outside: Float32Array | undefined;
  /** Sample in the middle of each pixel: it decides object and distance. */
  readonly middle: Int32Array;
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Prepares a camera: how its lens bends the picture is worked out once. */
export function createLensMap(camera: Camera, samples: number): LensMap {
  const { width, height } = camera;
  const ideal = idealPositions(camera);
  const bounds = isDistorted(camera) ? boundsOf(ideal) : { left: 0, right: width - 1, top: 0, bottom: height - 1 };
  // A pixel may reach one sample beyond the last pixel.
  const columns = (bounds.right - bounds.left + 2) * samples;
  const rows = (bounds.bottom - bounds.top + 2) * samples;
  const buffer = createVisibilityBuffer(columns, rows);
  const target: Target = { buffer, column: bounds.left, row: bounds.top, samples };
  const first = new Int32Array(width * height);
  const middle = new Int32Array(width * height);
  const outside = isDistorted(camera) ? new Float32Array(width * height * 2) : undefined;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = ((ideal[pixel * 2] ?? 0) - bounds.left) * samples;
    const y = ((ideal[pixel * 2 + 1] ?? 0) - bounds.top) * samples;
    const column = Math.floor(x);
    const row = Math.floor(y);
    first[pixel] = row * columns + column;
    middle[pixel] = Math.round(y + (samples - 1) / 2) * columns + Math.round(x + (samples - 1) / 2);
    if (!outside) continue;
    outside[pixel * 2] = x - column;
    outside[pixel * 2 + 1] = y - row;
  }
  return { target, first, outside, middle };
}

/** Place of each pixel in a picture without distortion, in pixels of the same intrinsics. */
function idealPositions(camera: Camera): Float64Array {
  const { width, height, fx, fy, cx, cy } = camera;
  const isStraight = !isDistorted(camera);
  const positions = new Float64Array(width * height * 2);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 2;
      const [x, y] = isStraight ? [0, 0] : rayOf(camera, [column, row]);
      positions[at] = isStraight ? column : fx * x + cx;
      positions[at + 1] = isStraight ? row : fy * y + cy;
    }
  }
  return positions;
}

function boundsOf(positions: Float64Array): Bounds {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let at = 0; at < positions.length; at += 2) {
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left: Math.floor(left), right: Math.ceil(right), top: Math.floor(top), bottom: Math.ceil(bottom) };
}

/** Averages the samples under each pixel. Writes linear light, three numbers a pixel. */
export function gatherLight(map: LensMap, faces: Faces, out: Float32Array): void {
  const { samples, buffer } = map.target;
  const { light } = faces;
  const side = map.outside ? samples + 1 : samples;
  // Neighbouring pixels mostly show the same face.
  let known = -1;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let pixel = 0; pixel < map.first.length; pixel += 1) {
    const face = commonFace(buffer.faces, buffer.width, map.first[pixel] ?? 0, side);
    if (face < 0) {
      averageFaces(map, faces, pixel, side, out);
      continue;
    }
    if (face !== known) {
      known = face;
      red = light[face * 3] ?? 0;
      green = light[face * 3 + 1] ?? 0;
      blue = light[face * 3 + 2] ?? 0;
    }
    out[pixel * 3] = red;
    out[pixel * 3 + 1] = green;
    out[pixel * 3 + 2] = blue;
  }
}

/** Face of all samples of a square; −1 if there is more than one. */
function commonFace(ids: Int32Array, width: number, start: number, side: number): number {
  const face = ids[start] ?? 0;
  for (let index = 1; index < side; index += 1) {
    const column = start + index;
    const row = start + index * width;
    if (ids[column] !== face || ids[row] !== face || ids[row + index] !== face) return -1;
    for (let inner = 1; inner < index; inner += 1)
      if (ids[column + inner * width] !== face || ids[row + inner] !== face) return -1;
  }
  return face;
}

function averageFaces(
  { target, first, outside }: LensMap,
  faces: Faces,
  pixel: number,
  side: number,
  out: Float32Array,
): void {
  const { samples, buffer } = target;
  const start = first[pixel] ?? 0;
  const left = outside?.[pixel * 2] ?? 0;
  const top = outside?.[pixel * 2 + 1] ?? 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let row = 0; row < side; row += 1) {
    const height = shareOf(row, samples, top);
    for (let column = 0; column < side; column += 1) {
      const weight = height * shareOf(column, samples, left);
      const face = (buffer.faces[start + row * buffer.width + column] ?? 0) * 3;
      red += weight * (faces.light[face] ?? 0);
      green += weight * (faces.light[face + 1] ?? 0);
      blue += weight * (faces.light[face + 2] ?? 0);
    }
  }
  const area = samples * samples;
  out[pixel * 3] = red / area;
  out[pixel * 3 + 1] = green / area;
  out[pixel * 3 + 2] = blue / area;
}

/** Part of a sample under the pixel, along one axis. */
function shareOf(index: number, samples: number, outside: number): number {
  if (index === 0) return 1 - outside;
  return index === samples ? outside : 1;
}
