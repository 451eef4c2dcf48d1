import { blurImage, type GrayImage, valueAt } from '../gray-image.ts';

/** A place where four fields meet, two dark and two bright. */
export interface Saddle {
  readonly x: number;
  readonly y: number;
  /** Directions of the two edges through it, radians, 0…π. */
  readonly edges: readonly [number, number];
  /** Direction in the middle between the edges in which it is dark, radians, 0…π. */
  readonly dark: number;
}

const blur = 1.5;
/** Distance of two corners, pixels. */
const minDistance = 5;
/** Share of the strongest measure that counts as a corner. */
const minShare = 0.02;
const maxCount = 400;
/** Half the side of the window in which a surface is fitted. */
const fitRadius = 4;
/** Window in which edges meet, and the width of its weights, pixels. */
const edgeRadius = 7;
const edgeSigma = 4;
const edgeRounds = 10;
const maxSharpening = 1;
const closeEnough = 0.001;
const ringRadius = 5;
const ringSamples = 32;
/** Least difference of bright and dark fields. */
const minContrast = 12;

/** Finds corners between dark and bright fields, with a part of a pixel. */
export function findSaddles(image: GrayImage): Saddle[] {
  const smooth = blurImage(image, blur);
  return listPeaks(measureSaddles(smooth), smooth).flatMap(([x, y]) => {
    const saddle = locate(smooth, x, y);
    return saddle && isCheckered(smooth, saddle) ? [{ ...saddle, ...sharpen(smooth, saddle) }] : [];
  });
}

/** Minus the determinant of the second derivatives: high where it is curved up one way and down the other. */
function measureSaddles({ width, height, data }: GrayImage): Float32Array {
  const measure = new Float32Array(data.length);
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column;
      const middle = 2 * (data[at] ?? 0);
      const xx = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) - middle;
      const yy = (data[at - width] ?? 0) + (data[at + width] ?? 0) - middle;
      const falling = (data[at - width - 1] ?? 0) + (data[at + width + 1] ?? 0);
      const rising = (data[at - width + 1] ?? 0) + (data[at + width - 1] ?? 0);
      const xy = (falling - rising) / 4;
      measure[at] = xy * xy - xx * yy;
    }
  }
  return measure;
}

type Peak = readonly [x: number, y: number, strength: number];

function listPeaks(measure: Float32Array, { width, height }: GrayImage): Peak[] {
  const margin = fitRadius + 2;
  let strongest = 0;
  for (const value of measure) strongest = Math.max(strongest, value);
  const peaks: Peak[] = [];
  for (let row = margin; row < height - margin; row += 1) {
    for (let column = margin; column < width - margin; column += 1) {
      const value = measure[row * width + column] ?? 0;
      if (value > minShare * strongest && isPeak(measure, width, row * width + column))
        peaks.push([column, row, value]);
    }
  }
  return peaks.sort(([, , one], [, , other]) => other - one).slice(0, maxCount);
}

function isPeak(measure: Float32Array, width: number, at: number): boolean {
  const value = measure[at] ?? 0;
  for (let dy = -minDistance; dy <= minDistance; dy += 1)
    for (let dx = -minDistance; dx <= minDistance; dx += 1)
      if ((measure[at + dy * width + dx] ?? 0) > value) return false;
  return true;
}

/** Second-order surface a·x² + b·x·y + c·y² + d·x + e·y + …, fitted around a pixel. */
interface Surface {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
}

function locate(image: GrayImage, startX: number, startY: number): Saddle | undefined {
  let [x, y] = [startX, startY];
  for (let round = 0; round < 4; round += 1) {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (!isInside(image, column, row)) return undefined;
    const surface = fitSurface(image, column, row);
    const { a, b, c, d, e } = surface;
    const determinant = 4 * a * c - b * b;
    if (determinant >= 0) return undefined;
    x = column + (b * e - 2 * c * d) / determinant;
    y = row + (b * d - 2 * a * e) / determinant;
    if (Math.hypot(x - startX, y - startY) > minDistance) return undefined;
    if (Math.round(x) === column && Math.round(y) === row) return describe(x, y, surface);
  }
  return undefined;
}

function isInside({ width, height }: GrayImage, column: number, row: number): boolean {
  const margin = fitRadius + 1;
  return column >= margin && row >= margin && column < width - margin && row < height - margin;
}

const offsets = Array.from({ length: 2 * fitRadius + 1 }, (_, index) => index - fitRadius);
const sumOf = (value: (x: number, y: number) => number) =>
  offsets.reduce((sum, y) => sum + offsets.reduce((inner, x) => inner + value(x, y), 0), 0);
const moments = {
  count: offsets.length ** 2,
  second: sumOf((x) => x ** 2),
  fourth: sumOf((x) => x ** 4),
  mixed: sumOf((x, y) => x ** 2 * y ** 2),
};

/** Least squares on a regular grid, where the normal equations have a closed form. */
function fitSurface({ width, data }: GrayImage, column: number, row: number): Surface {
  let [sum, sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0, 0];
  for (let y = -fitRadius; y <= fitRadius; y += 1) {
    for (let x = -fitRadius; x <= fitRadius; x += 1) {
      const value = data[(row + y) * width + column + x] ?? 0;
      sum += value;
      sumX += x * value;
      sumY += y * value;
      sumXX += x * x * value;
      sumXY += x * y * value;
      sumYY += y * y * value;
    }
  }
  const { count, second, fourth, mixed } = moments;
  const together = (sumXX + sumYY - (2 * second * sum) / count) / (fourth + mixed - (2 * second ** 2) / count);
  const apart = (sumXX - sumYY) / (fourth - mixed);
  return {
    a: (together + apart) / 2,
    b: sumXY / mixed,
    c: (together - apart) / 2,
    d: sumX / second,
    e: sumY / second,
  };
}

/** The surface is level at edges; between them it falls to the dark fields. */
function describe(x: number, y: number, { a, b, c }: Surface): Saddle {
  // a·cos² + b·cos·sin + c·sin² = mean + swing · cos(2·angle − phase).
  const mean = (a + c) / 2;
  const swing = Math.hypot((a - c) / 2, b / 2);
  const phase = Math.atan2(b / 2, (a - c) / 2);
  const opening = Math.acos(Math.max(-1, Math.min(1, -mean / swing)));
  const edges = [halfTurn((phase + opening) / 2), halfTurn((phase - opening) / 2)] as const;
  return { x, y, edges, dark: halfTurn((phase + Math.PI) / 2) };
}

/**
 * Moves a corner to where the edges around it meet: the point from which every gradient is at right angles to its place.
 * Unlike the fitted surface, it is not drawn aside by a tilted board.
 */
function sharpen(image: GrayImage, start: { readonly x: number; readonly y: number }): { x: number; y: number } {
  let { x, y } = start;
  for (let round = 0; round < edgeRounds; round += 1) {
    const next = meetEdges(image, x, y);
    if (!next || Math.hypot(next.x - start.x, next.y - start.y) > maxSharpening) return start;
    const moved = Math.hypot(next.x - x, next.y - y);
    ({ x, y } = next);
    if (moved < closeEnough) break;
  }
  return { x, y };
}

function meetEdges(image: GrayImage, x: number, y: number): { x: number; y: number } | undefined {
  const { width, height, data } = image;
  const [column, row] = [Math.round(x), Math.round(y)];
  const margin = edgeRadius + 1;
  if (column < margin || row < margin || column >= width - margin || row >= height - margin) return undefined;
  let [xx, xy, yy, ofX, ofY] = [0, 0, 0, 0, 0];
  for (let dy = -edgeRadius; dy <= edgeRadius; dy += 1) {
    for (let dx = -edgeRadius; dx <= edgeRadius; dx += 1) {
      const at = (row + dy) * width + column + dx;
      const gx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0);
      const gy = (data[at + width] ?? 0) - (data[at - width] ?? 0);
      const [fromX, fromY] = [column + dx - x, row + dy - y];
      const weight = Math.exp(-(fromX * fromX + fromY * fromY) / (2 * edgeSigma ** 2));
      xx += weight * gx * gx;
      xy += weight * gx * gy;
      yy += weight * gy * gy;
      ofX += weight * (gx * gx * fromX + gx * gy * fromY);
      ofY += weight * (gx * gy * fromX + gy * gy * fromY);
    }
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-6 * (xx + yy) ** 2) return undefined;
  return { x: x + (yy * ofX - xy * ofY) / determinant, y: y + (xx * ofY - xy * ofX) / determinant };
}

export function halfTurn(angle: number): number {
  return ((angle % Math.PI) + Math.PI) % Math.PI;
}

/** True if a ring around it is dark, bright, dark and bright. */
function isCheckered(image: GrayImage, { x, y }: Saddle): boolean {
  const ring = Array.from({ length: ringSamples }, (_, index) => {
    const angle = (2 * Math.PI * index) / ringSamples;
    return valueAt(image, x + ringRadius * Math.cos(angle), y + ringRadius * Math.sin(angle));
  });
  const [least, most] = [Math.min(...ring), Math.max(...ring)];
  if (most - least < minContrast) return false;
  const middle = (least + most) / 2;
  const changes = ring.filter((value, index) => value > middle !== (ring.at(index - 1) ?? 0) > middle).length;
  return changes === 4;
}
