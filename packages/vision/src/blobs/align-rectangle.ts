import { type GrayImage, valueAt } from '../gray-image.ts';
import type { TurnedRectangle } from './bounding-rectangle.ts';

/** Sides end this far before their corners, pixels. */
const corner = 3;
/**
 * Edges are looked for this far from a side, and may deviate this much from a straight line, pixels: first far and
 * loosely, as noise may have widened and turned the rectangle, then near.
 */
const rounds = [
  { reach: 5, maxBend: 1 },
  { reach: 3, maxBend: 0.6 },
  { reach: 1.5, maxBend: 0.35 },
  { reach: 1.5, maxBend: 0.35 },
] as const;
/** The far reach needs this width, so that it ends within the spot, pixels. */
const minWidthOfFar = 15;
const spacing = 0.5;
/** A side counts if it has so many places. */
const minPlaces = 6;
/** Brightness by which both sides of an edge differ at least. */
const minContrast = 6;

interface Round {
  readonly reach: number;
  readonly maxBend: number;
}

interface Side {
  /** Distance of the edge from the side, outwards. */
  readonly middle: number;
  /** Sums over the places along the side: of squares, and of products with the distance across. */
  readonly spread: number;
  readonly slant: number;
}

/**
 * Turns a rectangle until its sides follow the edges in the picture, with a part of a degree. A spot without straight sides
 * stays as it is.
 */
export function alignRectangle(image: GrayImage, rectangle: TurnedRectangle): TurnedRectangle {
  let aligned = rectangle;
  for (const round of rounds) {
    if (round.reach > corner && aligned.height < minWidthOfFar) continue;
    const sides = [0, 1, 2, 3].map((quarter) => measureSide(image, aligned, quarter, round));
    // Seen aslant, the sides of a part are not at right angles: its direction is that of the longer ones.
    const [below, left, above, right] = sides;
    const parallel = below || above ? [below, above] : [left, right];
    const spread = parallel.reduce((sum, side) => sum + (side?.spread ?? 0), 0);
    if (spread === 0) return rectangle;
    const slant = parallel.reduce((sum, side) => sum + (side?.slant ?? 0), 0);
    aligned = turn(moveSides(aligned, sides), (Math.atan2(slant, spread) * 180) / Math.PI);
  }
  return aligned;
}

/** Moves the sides to their edges, where both opposite ones were found. */
function moveSides(rectangle: TurnedRectangle, sides: readonly (Side | undefined)[]): TurnedRectangle {
  const [below, left, above, right] = sides;
  const [cosine, sine] = [Math.cos(radians(rectangle.rotation)), Math.sin(radians(rectangle.rotation))];
  let { x, y, width, height } = rectangle;
  if (above && below) {
    const by = (below.middle - above.middle) / 2;
    height += above.middle + below.middle;
    x -= by * sine;
    y += by * cosine;
  }
  if (left && right) {
    const by = (right.middle - left.middle) / 2;
    width += left.middle + right.middle;
    x += by * cosine;
    y += by * sine;
  }
  return { ...rectangle, x, y, width, height };
}

function turn(rectangle: TurnedRectangle, degrees: number): TurnedRectangle {
  const rotation = 90 - ((((90 - rectangle.rotation - degrees) % 180) + 180) % 180);
  return { ...rectangle, rotation };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Undefined for a side that is short, faint or bent. The quarter turns clockwise from the longer side. */
function measureSide(
  image: GrayImage,
  rectangle: TurnedRectangle,
  quarter: number,
  { reach, maxBend }: Round,
): Side | undefined {
  const { x, y, width, height, rotation } = rectangle;
  const angle = radians(rotation + 90 * quarter);
  const [length, across] = quarter % 2 === 0 ? [width, height] : [height, width];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const count = Math.floor(length - 2 * corner) + 1;
  if (count < minPlaces) return undefined;
  const along = Array.from({ length: count }, (_, index) => index - (count - 1) / 2);
  const offsets = Array.from({ length: (2 * reach) / spacing + 1 }, (_, index) => index * spacing - reach);
  const profiles = along.map((u) =>
    offsets.map((offset) => {
      const out = across / 2 + offset;
      return valueAt(image, x + u * cosine - out * sine, y + u * sine + out * cosine);
    }),
  );
  const inside = meanOf(profiles.map(([first = 0]) => first));
  const outside = meanOf(profiles.map((profile) => profile.at(-1) ?? 0));
  if (Math.abs(outside - inside) < minContrast) return undefined;
  return sumUp(
    profiles.map((profile, index) => ({ u: along[index] ?? 0, v: findEdge(profile, inside, outside) - reach })),
    maxBend,
  );
}

/** Returns the length of a profile that is inside: a sum over all of it, so that no pixel grid draws the edge aside. */
function findEdge(profile: readonly number[], inside: number, outside: number): number {
  const shares = profile.slice(1, -1).map((value) => (value - outside) / (inside - outside));
  return spacing * (0.5 + shares.reduce((sum, share) => sum + share, 0));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumUp(places: readonly { readonly u: number; readonly v: number }[], maxBend: number): Side | undefined {
  const middle = meanOf(places.map(({ v }) => v));
  // The places are symmetric about the middle of the side.
  const spread = places.reduce((sum, { u }) => sum + u ** 2, 0);
  const slant = places.reduce((sum, { u, v }) => sum + u * (v - middle), 0);
  const bend = Math.sqrt(meanOf(places.map(({ u, v }) => (v - middle - (u * slant) / spread) ** 2)));
  return bend > maxBend ? undefined : { middle, spread, slant };
}
