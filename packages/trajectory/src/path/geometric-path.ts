/** A point of a path with its derivatives by the path parameter; one entry per joint. */
export interface PathDerivatives {
  readonly position: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
}

/** Waypoints closer than this (rad) are one. */
const SAME_POINT = 1e-6;

/** Coefficients per joint and piece, lowest order first: a quintic at most. */
export const PATH_ORDER = 6;

/** Indices of the first and the last piece of a run of pieces. */
export interface PieceRange {
  readonly first: number;
  readonly last: number;
}

/** Pieces shorter than this (rad) are rounding errors. */
export const LEAST_PIECE = SAME_POINT / 1e3;

/** Polynomial pieces one after the other, each over a parameter from 0 to its length. */
export interface PathPieces {
  readonly lengths: readonly number[];
  readonly pieces: readonly Float64Array[];
  readonly spans: readonly PieceRange[];
}

/**
 * A curve in joint space, without time: polynomial pieces that join with a continuous second derivative. The parameter
 * is approximately the distance travelled in joint space (rad), exactly so on straight pieces.
 */
export class GeometricPath {
  /** Parameter at the ends of the pieces: 0, …, length. */
  readonly knots: readonly number[];
  readonly jointCount: number;
  /**
   * Pieces per span. A span is a run of pieces that is practically smooth, so timing may ignore the joints between
   * them.
   */
  private readonly spans: readonly PieceRange[];
  private readonly pieces: readonly Float64Array[];

  constructor(
    jointCount: number,
    knots: readonly number[],
    pieces: readonly Float64Array[],
    spans: readonly PieceRange[] = pieces.map((_, piece) => ({ first: piece, last: piece })),
  ) {
    this.jointCount = jointCount;
    this.knots = knots;
    this.pieces = pieces;
    this.spans = spans;
  }

  get length(): number {
    return this.knots[this.knots.length - 1] ?? 0;
  }

  /** Returns the parameters at the ends of the spans: 0, …, length. */
  get spanEnds(): number[] {
    return [0, ...this.spans.map(({ last }) => this.knots[last + 1] ?? 0)];
  }

  /** Writes point and derivatives at `s`, taken from `span` if given: where two spans join, the side matters. */
  evaluate(s: number, out: PathDerivatives, span?: number): void {
    const range = span === undefined ? undefined : this.spans[span];
    const piece = this.findPiece(s, range?.first ?? 0, range?.last ?? this.pieces.length - 1);
    const c = this.pieces[piece];
    if (c === undefined) return;
    const u = s - (this.knots[piece] ?? 0);
    for (let joint = 0; joint < this.jointCount; joint++) {
      const base = joint * PATH_ORDER;
      const c1 = c[base + 1] ?? 0;
      const c2 = c[base + 2] ?? 0;
      const c3 = c[base + 3] ?? 0;
      const c4 = c[base + 4] ?? 0;
      const c5 = c[base + 5] ?? 0;
      out.position[joint] = (c[base] ?? 0) + u * (c1 + u * (c2 + u * (c3 + u * (c4 + u * c5))));
      out.first[joint] = c1 + u * (2 * c2 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)));
      out.second[joint] = 2 * c2 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5));
      out.third[joint] = 6 * c3 + u * (24 * c4 + u * 60 * c5);
    }
  }

  /** Returns the piece of a range that contains `s`; at a knot, the piece that begins there. */
  private findPiece(s: number, first: number, last: number): number {
    let low = first;
    let high = last + 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.knots[middle] ?? 0) <= s) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns the part between two parameters as the pieces and spans of a separate path. */
  slice(from: number, to: number): PathPieces {
    const lengths: number[] = [];
    const pieces: Float64Array[] = [];
    const spans: PieceRange[] = [];
    for (const { first, last } of this.spans) {
      const begin = pieces.length;
      for (let piece = first; piece <= last; piece++) {
        const start = this.knots[piece] ?? 0;
        const low = Math.max(from, start);
        const length = Math.min(to, this.knots[piece + 1] ?? 0) - low;
        const c = this.pieces[piece];
        if (c === undefined || !(length > LEAST_PIECE)) continue;
        lengths.push(length);
        pieces.push(shiftPiece(c, low - start));
      }
      if (pieces.length > begin) spans.push({ first: begin, last: pieces.length - 1 });
    }
    return { lengths, pieces, spans };
  }

  /** Returns the joint positions at `s`. */
  positionAt(s: number): number[] {
    const out = createDerivatives(this.jointCount);
    this.evaluate(s, out);
    return Array.from(out.position);
  }
}

/** Returns the same polynomials with their parameter counted from `by`. */
function shiftPiece(c: Float64Array, by: number): Float64Array {
  const out = Float64Array.from(c);
  if (by === 0) return out;
  for (let base = 0; base < out.length; base += PATH_ORDER) {
    // Repeated synthetic division: Horner's method for a Taylor expansion.
    for (let low = 0; low < PATH_ORDER - 1; low++) {
      for (let k = PATH_ORDER - 2; k >= low; k--) out[base + k] = (out[base + k] ?? 0) + by * (out[base + k + 1] ?? 0);
    }
  }
  return out;
}

export function createDerivatives(jointCount: number): PathDerivatives {
  return {
    position: new Float64Array(jointCount),
    first: new Float64Array(jointCount),
    second: new Float64Array(jointCount),
    third: new Float64Array(jointCount),
  };
}

/** Returns euclidean distance between two joint positions, rad. */
export function jointDistance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, joint) => (b[joint] ?? 0) - value));
}

/** Drops points within a microradian of the last one kept; first and last stay. Returns points and their indices. */
export function dropRepeats(points: readonly (readonly number[])[]): { point: readonly number[]; index: number }[] {
  const kept: { point: readonly number[]; index: number }[] = [];
  points.forEach((point, index) => {
    const last = kept[kept.length - 1];
    if (last === undefined || jointDistance(last.point, point) > SAME_POINT) kept.push({ point, index });
    else if (index === points.length - 1 && kept.length > 1) kept[kept.length - 1] = { point, index };
  });
  return kept;
}
