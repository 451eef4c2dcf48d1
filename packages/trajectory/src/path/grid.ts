import type { GeometricPath } from './geometric-path.ts';

/**
 * The shape of a motion from rest to rest along a path of unit length: s = 10x³ − 15x⁴ + 6x⁵. As the variable of the
 * timing problem x has the advantage over s that at both ends dx/dt is neither zero nor infinite.
 */
export interface ShapePoint {
  readonly s: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

export function shapeAt(x: number): ShapePoint {
  return {
    s: x * x * x * (10 - x * (15 - 6 * x)),
    first: 30 * x * x * (1 - x) * (1 - x),
    second: 60 * x * (1 - x) * (1 - 2 * x),
    third: 60 - 360 * x + 360 * x * x,
  };
}

/** The x at which the shape reaches `s`, 0..1. */
export function invertShape(s: number): number {
  if (!(s > 0)) return 0;
  if (s >= 1) return 1;
  let low = 0;
  let high = 1;
  let x = s < 0.5 ? Math.cbrt(s / 10) : 1 - Math.cbrt((1 - s) / 10);
  for (let i = 0; i < 60; i++) {
    const { s: value, first } = shapeAt(x);
    if (value < s) low = x;
    else high = x;
    let next = x - (value - s) / first;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - x) <= 1e-15) return next;
    x = next;
  }
  return x;
}

const STEEPEST = 2.5;

/** Knots of the timing problem, ascending from 0 to 1; every interval lies in one span of the path. */
export interface Grid {
  readonly x: readonly number[];
  readonly spans: readonly number[];
}

/** Merges wanted knots with the joints of the path, with at least `perSpan` intervals in every span. */
export function buildGrid(path: GeometricPath, wanted: readonly number[], perSpan: number): Grid {
  const joints = path.spanEnds.map((s) => invertShape(s / path.length));
  const x: number[] = [0];
  const spans: number[] = [];
  let next = 0;
  for (let span = 0; span + 1 < joints.length; span++) {
    const from = joints[span] ?? 0;
    const to = joints[span + 1] ?? 1;
    const inside: number[] = [];
    while (next < wanted.length && (wanted[next] ?? 1) < to) {
      if ((wanted[next] ?? 0) > from) inside.push(wanted[next] ?? 0);
      next++;
    }
    for (const knot of [...spread(from, to, inside, perSpan), to]) {
      x.push(knot);
      spans.push(span);
    }
  }
  return grade(x, spans);
}

/** Halves intervals until none is more than `STEEPEST` times its neighbour: the problem is badly conditioned otherwise. */
function grade(x: number[], spans: number[]): Grid {
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < spans.length; i++) {
      const from = x[i] ?? 0;
      const to = x[i + 1] ?? 1;
      const before = i > 0 ? from - (x[i - 1] ?? 0) : Number.POSITIVE_INFINITY;
      const after = i + 1 < spans.length ? (x[i + 2] ?? 1) - to : Number.POSITIVE_INFINITY;
      if (to - from <= STEEPEST * Math.min(before, after)) continue;
      x.splice(i + 1, 0, (from + to) / 2);
      spans.splice(i, 0, spans[i] ?? 0);
      changed = true;
    }
  }
  return { x, spans };
}

/** Knots strictly inside (from, to): the wanted ones, evened out so that neighbouring intervals do not differ wildly. */
function spread(from: number, to: number, wanted: readonly number[], least: number): number[] {
  if (wanted.length + 1 < least) {
    return Array.from({ length: least - 1 }, (_, i) => from + ((to - from) * (i + 1)) / least);
  }
  // The first and last interval are the accidental ones: move all knots so that they become as wide as the others.
  const first = wanted[0] ?? from;
  const second = wanted[1] ?? to;
  const last = wanted[wanted.length - 1] ?? to;
  const beforeLast = wanted[wanted.length - 2] ?? from;
  const kept = wanted.slice(
    first - from < 0.5 * (second - first) ? 1 : 0,
    to - last < 0.5 * (last - beforeLast) ? -1 : undefined,
  );
  return kept.length + 1 < least ? spread(from, to, [], least) : kept;
}
