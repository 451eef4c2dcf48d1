import { dotVec3, scaleVec3, subtractVec3, type Vec3 } from '@cellwright/geometry';
import { findSpreadAxes, fitCapsule } from './fit.ts';
import type { PlacedShape } from './shapes.ts';

type Triangle = readonly [Vec3, Vec3, Vec3];

/** Plane at which a mesh is cut: points with `dot(point, axis) < at` are on its lower side. */
interface Cut {
  readonly axis: Vec3;
  readonly at: number;
}

/** A piece of a mesh: the parts of all its triangles behind the cuts that led to it. */
interface Piece {
  readonly corners: readonly Triangle[];
  readonly cuts: readonly (Cut & { readonly side: 1 | -1 })[];
  readonly volume: number;
  readonly split: { readonly pieces: readonly [Piece, Piece]; readonly gain: number } | undefined;
}

/** Maximum number of capsules of a mesh: each one is checked against all others. */
const maxCapsules = 4;
/** Two capsules replace one when they take less than this share of its volume. */
const worthwhile = 0.8;
/** Number of triangles used to choose cuts; they are made on all triangles. */
const sampledTriangles = 150;
/** Places along a piece at which it may be cut, as shares of its length. */
const cutShares = [0.25, 0.5, 0.75];

/**
 * Returns capsules that together enclose the surface of a mesh (triangles, nine numbers each): one, or several if one
 * would be much larger than the mesh.
 */
export function fitCapsules(vertices: ArrayLike<number>): readonly PlacedShape[] {
  const one = fitCapsule(vertices);
  const triangles = readTriangles(vertices);
  const several = chooseCuts(triangles).flatMap((cuts) => {
    const corners = cuts.reduce<readonly Triangle[]>((left, cut) => keepSide(left, cut, cut.side), triangles);
    return corners.length === 0 ? [] : fitCapsule(corners.flat(2));
  });
  const together = several.reduce((sum, { volume }) => sum + volume, 0);
  const isBetter = several.length > 1 && together < worthwhile * one.volume;
  return isBetter ? several.map(({ placed }) => placed) : [one.placed];
}

/** Returns the cuts that separate each piece of a mesh. */
function chooseCuts(triangles: readonly Triangle[]): Piece['cuts'][] {
  if (triangles.length === 0) return [];
  const stride = Math.ceil(triangles.length / sampledTriangles);
  const sampled = triangles.filter((_, index) => index % stride === 0);
  let pieces = [examine(sampled, [])];
  while (pieces.length < maxCapsules) {
    const best = pieces.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a));
    if (!best.split) break;
    const { pieces: halves } = best.split;
    pieces = pieces.flatMap((piece) =>
      piece === best ? halves.map((half) => examine(half.corners, half.cuts)) : piece,
    );
  }
  return pieces.map(({ cuts }) => cuts);
}

/** Returns a piece with the cut that makes it smallest, if one is worthwhile. */
function examine(corners: readonly Triangle[], cuts: Piece['cuts']): Piece {
  const points = corners.flat();
  const volume = estimateVolume(points);
  const plain = { corners, cuts, volume, split: undefined };
  let best: Piece['split'];
  for (const axis of findSpreadAxes(points)) {
    const heights = points.map((point) => dotVec3(point, axis));
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    for (const share of cutShares) {
      const cut = { axis, at: low + (high - low) * share };
      const [lower, upper] = ([-1, 1] as const).map((side): Piece | undefined => {
        const half = keepSide(corners, cut, side);
        if (half.length === 0) return undefined;
        return {
          corners: half,
          cuts: [...cuts, { ...cut, side }],
          volume: estimateVolume(half.flat()),
          split: undefined,
        };
      });
      if (!lower || !upper) continue;
      const together = lower.volume + upper.volume;
      const gain = volume - together;
      if (together < worthwhile * volume && gain > (best?.gain ?? 0)) best = { pieces: [lower, upper], gain };
    }
  }
  return { ...plain, split: best };
}

/** Estimates the volume of the smallest capsule around points: its axis runs through the middle of their extent. */
function estimateVolume(points: readonly Vec3[]): number {
  const axes = findSpreadAxes(points);
  const spans = axes.map((axis) => {
    const values = points.map((point) => dotVec3(point, axis));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { values, middle: (low + high) / 2, length: high - low };
  });
  const volumes = spans.map(({ length }, along) => {
    const [one, other] = spans.filter((_, index) => index !== along);
    const distances = points.map((_, index) =>
      Math.hypot((one?.values[index] ?? 0) - (one?.middle ?? 0), (other?.values[index] ?? 0) - (other?.middle ?? 0)),
    );
    const radius = Math.max(...distances);
    return Math.PI * radius * radius * Math.max(length, (4 / 3) * radius);
  });
  return Math.min(...volumes);
}

/** Returns the parts of triangles on one side of a plane, as triangles. */
function keepSide(triangles: readonly Triangle[], { axis, at }: Cut, side: 1 | -1): Triangle[] {
  return triangles.flatMap((triangle) => {
    const heights = triangle.map((corner) => side * (dotVec3(corner, axis) - at));
    if (heights.every((height) => height >= 0)) return [triangle];
    if (heights.every((height) => height <= 0)) return [];
    return fan(clip(triangle, heights));
  });
}

/** Returns the corners of the part of a triangle whose heights are at or above 0, in order. */
function clip(triangle: Triangle, heights: readonly number[]): Vec3[] {
  return triangle.flatMap((corner, index) => {
    const next = (index + 1) % 3;
    const [here, there] = [heights[index] ?? 0, heights[next] ?? 0];
    const kept = here >= 0 ? [corner] : [];
    if (here * there >= 0) return kept;
    const step = subtractVec3(triangle[next] ?? corner, corner);
    const [x, y, z] = scaleVec3(step, here / (here - there));
    const crossing: Vec3 = [corner[0] + x, corner[1] + y, corner[2] + z];
    return [...kept, crossing];
  });
}

function fan([first, ...others]: readonly Vec3[]): Triangle[] {
  if (!first) return [];
  return others.slice(1).flatMap((corner, index): Triangle[] => {
    const before = others[index];
    return before ? [[first, before, corner]] : [];
  });
}

function readTriangles(vertices: ArrayLike<number>): Triangle[] {
  const pointAt = (index: number): Vec3 => [vertices[index] ?? 0, vertices[index + 1] ?? 0, vertices[index + 2] ?? 0];
  const count = Math.floor(vertices.length / 9);
  return Array.from({ length: count }, (_, index) => [0, 3, 6].map((corner) => pointAt(9 * index + corner))).flatMap(
    ([a, b, c]): Triangle[] => (a && b && c ? [[a, b, c]] : []),
  );
}
