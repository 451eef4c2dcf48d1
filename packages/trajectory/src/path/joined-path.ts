import type { PathDerivatives, PathPieces, PieceRange } from './geometric-path.ts';
import { createDerivatives, GeometricPath, PATH_ORDER } from './geometric-path.ts';

/** A path between two corners, with the length (parameter) that rounding cuts off at either end. */
export interface PathLeg {
  readonly path: GeometricPath;
  readonly cutStart: number;
  readonly cutEnd: number;
}

/** Range of a leg on the joined path, including the rounded corners at its ends, where it overlaps its neighbours. */
export interface LegRange {
  readonly from: number;
  readonly to: number;
}

export interface JoinedPath {
  readonly path: GeometricPath;
  readonly legs: readonly LegRange[];
  /** Path parameter in the middle of each rounded corner. */
  readonly corners: readonly number[];
}

/**
 * Joins paths that meet in corners into one with continuous curvature. At each corner a quintic continues position,
 * direction and curvature from the end of one path to the start of the next. The cut at every corner must be positive,
 * and the cuts of a path at most its whole length. Returns undefined when there are no paths.
 */
export function joinPaths(legs: readonly PathLeg[]): JoinedPath | undefined {
  const [first] = legs;
  if (first === undefined) return undefined;
  const knots = [0];
  const pieces: Float64Array[] = [];
  const spans: PieceRange[] = [];
  const end = () => knots[knots.length - 1] ?? 0;
  const add = (part: PathPieces) => {
    spans.push(...part.spans.map((span) => ({ first: span.first + pieces.length, last: span.last + pieces.length })));
    for (const length of part.lengths) knots.push(end() + length);
    pieces.push(...part.pieces);
  };
  const ranges: { from: number; to: number }[] = [];
  const corners: number[] = [];
  let from = 0;
  legs.forEach(({ path, cutStart, cutEnd }, index) => {
    const next = legs[index + 1];
    const leftAt = next === undefined ? path.length : path.length - cutEnd;
    add(path.slice(index === 0 ? 0 : cutStart, leftAt));
    const corner = end();
    if (next !== undefined) {
      const length = cutEnd + next.cutStart;
      add({ lengths: [length], pieces: [blend(path, leftAt, next, length)], spans: [{ first: 0, last: 0 }] });
      corners.push(corner + cutEnd);
    }
    ranges.push({ from, to: end() });
    from = corner;
  });
  return { path: new GeometricPath(first.path.jointCount, knots, pieces, spans), legs: ranges, corners };
}

function blend(path: GeometricPath, leftAt: number, next: PathLeg, length: number): Float64Array {
  const left = createDerivatives(path.jointCount);
  const met = createDerivatives(path.jointCount);
  path.evaluate(leftAt, left);
  next.path.evaluate(next.cutStart, met);
  return fitQuintic(left, met, length);
}

/** Returns the quintic over a parameter from 0 to `h` with two given positions, first and second derivatives. */
function fitQuintic(from: PathDerivatives, to: PathDerivatives, h: number): Float64Array {
  const c = new Float64Array(from.position.length * PATH_ORDER);
  from.position.forEach((p0, joint) => {
    const v0 = (from.first[joint] ?? 0) * h;
    const v1 = (to.first[joint] ?? 0) * h;
    const a0 = (from.second[joint] ?? 0) * h * h;
    const a1 = (to.second[joint] ?? 0) * h * h;
    const gap = (to.position[joint] ?? 0) - p0;
    const base = joint * PATH_ORDER;
    c[base] = p0;
    c[base + 1] = v0 / h;
    c[base + 2] = a0 / 2 / h ** 2;
    c[base + 3] = (10 * gap - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1) / h ** 3;
    c[base + 4] = (-15 * gap + 8 * v0 + 7 * v1 + 1.5 * a0 - a1) / h ** 4;
    c[base + 5] = (6 * gap - 3 * (v0 + v1) - 0.5 * (a0 - a1)) / h ** 5;
  });
  return c;
}
