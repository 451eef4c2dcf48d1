import type { GrayImage } from '../gray-image.ts';
import type { Pixel } from '../pose/lens-camera.ts';
import { alignRectangle } from './align-rectangle.ts';
import { boundingRectangle, type TurnedRectangle } from './bounding-rectangle.ts';
import { followBorders } from './follow-borders.ts';

export interface BlobSettings {
  /** Range of brightness in which spots are separated from their surroundings, 0…255. */
  readonly minThreshold: number;
  readonly maxThreshold: number;
  /** Square pixels. */
  readonly minArea: number;
  readonly maxArea: number;
  /** 4π · area ÷ perimeter²: 1 is a circle, π/4 a square. */
  readonly minCircularity: number;
  readonly maxCircularity: number;
}

/** Something found in a picture, in pixels. */
export interface Found extends TurnedRectangle {
  /** 0 to 1. */
  readonly score: number;
  readonly contour: readonly Pixel[];
}

const thresholdStep = 10;
/** Spots nearer than this are the same, pixels. */
const minDistance = 10;
/** Thresholds at which a spot has to appear. */
const minRepeats = 2;
const maxContour = 200;

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly border: readonly Pixel[];
}

/**
 * Finds dark and bright spots: areas that are separate at several thresholds, with the size and roundness asked for. The
 * middle is the mean over the thresholds, as OpenCV's SimpleBlobDetector computes it. The score is the share of thresholds.
 */
export function detectBlobs(image: GrayImage, settings: BlobSettings): Found[] {
  const groups: Spot[][] = [];
  let count = 0;
  for (let threshold = settings.minThreshold; threshold < settings.maxThreshold; threshold += thresholdStep) {
    count += 1;
    const added: Spot[][] = [];
    for (const spot of spotsAt(image, threshold, settings)) {
      const group = groups.find((each) => isSame(each, spot));
      if (group) insert(group, spot);
      else added.push([spot]);
    }
    groups.push(...added);
  }
  return groups
    .filter((group) => group.length >= minRepeats)
    .map((group) => describe(image, group, count))
    .sort((one, other) => other.score - one.score);
}

function spotsAt({ data, width, height }: GrayImage, threshold: number, settings: BlobSettings): Spot[] {
  const isBright = Uint8Array.from(data, (value) => (Math.round(value) > threshold ? 1 : 0));
  return followBorders(isBright, width, height).flatMap((border) => measure(border, settings) ?? []);
}

function measure(border: readonly Pixel[], settings: BlobSettings): Spot | undefined {
  const { area, x, y } = momentsOf(border);
  if (area === 0 || area < settings.minArea || area >= settings.maxArea) return undefined;
  const circularity = (4 * Math.PI * area) / perimeterOf(border) ** 2;
  if (circularity < settings.minCircularity || circularity >= settings.maxCircularity) return undefined;
  const distances = border.map((point) => Math.hypot(point.x - x, point.y - y)).sort((one, other) => one - other);
  const middle = (distances.length - 1) / 2;
  const radius = ((distances[Math.floor(middle)] ?? 0) + (distances[Math.ceil(middle)] ?? 0)) / 2;
  return { x, y, radius, border };
}

/** Area and middle of the polygon through the border. */
function momentsOf(border: readonly Pixel[]): { readonly area: number; readonly x: number; readonly y: number } {
  let [twice, sumX, sumY] = [0, 0, 0];
  let before = border.at(-1);
  for (const point of border) {
    if (!before) break;
    const cross = before.x * point.y - point.x * before.y;
    twice += cross;
    sumX += cross * (before.x + point.x);
    sumY += cross * (before.y + point.y);
    before = point;
  }
  return { area: Math.abs(twice) / 2, x: sumX / (3 * twice), y: sumY / (3 * twice) };
}

function perimeterOf(border: readonly Pixel[]): number {
  let length = 0;
  let before = border.at(-1);
  for (const point of border) {
    if (before) length += Math.hypot(point.x - before.x, point.y - before.y);
    before = point;
  }
  return length;
}

function middleOf(group: readonly Spot[]): Spot | undefined {
  return group[Math.floor(group.length / 2)];
}

function isSame(group: readonly Spot[], spot: Spot): boolean {
  const middle = middleOf(group);
  if (!middle) return false;
  const distance = Math.hypot(middle.x - spot.x, middle.y - spot.y);
  return distance < minDistance || distance < middle.radius || distance < spot.radius;
}

/** Keeps a group in the order of radius. */
function insert(group: Spot[], spot: Spot): void {
  let at = group.length;
  while (at > 0 && spot.radius < (group[at - 1]?.radius ?? 0)) at -= 1;
  group.splice(at, 0, spot);
}

function describe(image: GrayImage, group: readonly Spot[], thresholdCount: number): Found {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // The largest may have noise of the background at its border.
  const border = group[Math.floor((group.length - 1) / 2)]?.border ?? [];
  const every = Math.ceil(border.length / maxContour);
  const middle = { x: mean(group.map(({ x }) => x)), y: mean(group.map(({ y }) => y)) };
  return {
    // The middle of the spot, as noise may have widened the rectangle to one side.
    ...alignRectangle(image, { ...boundingRectangle(border), ...middle }),
    ...middle,
    score: Math.min(1, group.length / thresholdCount),
    contour: border.filter((_, index) => index % every === 0),
  };
}
