import type { PictureSize, Point } from '../still/picture-point.ts';

/** Rotated rectangle in a picture, in its pixels: its middle, its sides, and its rotation clockwise in degrees. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** Corner of a region, by its sides before the rotation. */
export interface Corner {
  readonly right: -1 | 1;
  readonly down: -1 | 1;
}

export const corners: readonly Corner[] = [
  { right: -1, down: -1 },
  { right: 1, down: -1 },
  { right: 1, down: 1 },
  { right: -1, down: 1 },
];

/** Shortest side of a region, pixels. */
const minSide = 10;
/** A rotation this near to a right angle becomes it, degrees. */
const snapping = 3;

/** Returns the middle half of a picture. */
export function middleRegion({ width, height }: PictureSize): Region {
  return {
    x: Math.round(width / 2),
    y: Math.round(height / 2),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
    rotation: 0,
  };
}

/** Returns a corner of a rotated region, which may lie outside the picture. */
export function findCorner(region: Region, { right, down }: Corner): Point {
  return pointIn(region, (right * region.width) / 2, (down * region.height) / 2);
}

/** Returns the direction of a corner, or of the upper side, from the middle of a region, of length 1. */
export function findDirection({ rotation }: Region, { right, down }: { right: number; down: number }): Point {
  const { x, y } = pointIn({ x: 0, y: 0, rotation }, right, down);
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}

/** Moves the middle of a region to a point. The region stays in the picture; one that is larger stays around it. */
export function moveTo(region: Region, point: Point, picture: PictureSize): Region {
  const { right, down } = measureExtent(region);
  const x = keepWithin(Math.round(point.x), right, picture.width);
  const y = keepWithin(Math.round(point.y), down, picture.height);
  return { ...region, x: roundToTenths(x), y: roundToTenths(y) };
}

/** Moves a corner to a point of the picture. The opposite corner stays. */
export function resizeTo(region: Region, corner: Corner, point: Point, picture: PictureSize): Region {
  const { right, down } = corner;
  const fixed = findCorner(region, { right: right === 1 ? -1 : 1, down: down === 1 ? -1 : 1 });
  const inside = { x: clamp(point.x, picture.width), y: clamp(point.y, picture.height) };
  const across = pointIn({ x: 0, y: 0, rotation: -region.rotation }, inside.x - fixed.x, inside.y - fixed.y);
  const width = Math.max(minSide, Math.round(right * across.x));
  const height = Math.max(minSide, Math.round(down * across.y));
  const middle = pointIn({ ...fixed, rotation: region.rotation }, (right * width) / 2, (down * height) / 2);
  return { ...region, width, height, x: roundToTenths(middle.x), y: roundToTenths(middle.y) };
}

/** Rotates the upper side of a region to a point. */
export function rotateTo(region: Region, { x, y }: Point): Region {
  const degrees = (Math.atan2(x - region.x, region.y - y) * 180) / Math.PI;
  const right = 90 * Math.round(degrees / 90);
  return rotateBy({ ...region, rotation: 0 }, Math.abs(degrees - right) <= snapping ? right : Math.round(degrees));
}

/** Rotates a region clockwise. Its rotation stays above −180 degrees and up to 180. */
export function rotateBy(region: Region, degrees: number): Region {
  const rotation = region.rotation + degrees;
  return { ...region, rotation: rotation - 360 * Math.ceil(rotation / 360 - 0.5) };
}

function pointIn({ x, y, rotation }: Pick<Region, 'x' | 'y' | 'rotation'>, right: number, down: number): Point {
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: x + right * cosine - down * sine, y: y + right * sine + down * cosine };
}

/** Returns half the size of the upright rectangle around a region. */
function measureExtent({ width, height, rotation }: Region): { readonly right: number; readonly down: number } {
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { right: (width * cosine + height * sine) / 2, down: (width * sine + height * cosine) / 2 };
}

/** Returns the nearest middle with which an extent lies between 0 and the end, or around both. */
function keepWithin(middle: number, extent: number, end: number): number {
  const [first, last] = [Math.min(extent, end - extent), Math.max(extent, end - extent)];
  return Math.min(Math.max(middle, first), last);
}

function clamp(value: number, end: number): number {
  return Math.min(Math.max(value, 0), end);
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
