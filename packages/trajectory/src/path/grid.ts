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

/** Returns the x at which the shape reaches `s`, 0..1. */
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

/** Position of an interval on the path: its span and its zone of limits. */
export interface Section {
  readonly span: number;
  readonly zone: number;
}

/** Knots of the timing problem, ascending from 0 to 1; every interval lies in one span and one zone of the path. */
export interface Grid {
  readonly x: readonly number[];
  readonly sections: readonly Section[];
}

/**
 * Builds a grid from the wanted knots, the joints of the path and `zoneEnds` (path parameters, the last one the path's
 * length), with at least `perSection` intervals between neighbours.
 */
export function buildGrid(
  path: GeometricPath,
  zoneEnds: readonly number[],
  wanted: readonly number[],
  perSection: number,
): Grid {
  const x: number[] = [0];
  const sections: Section[] = [];
  let next = 0;
  let from = 0;
  for (const { s, section } of divide(path, zoneEnds)) {
    const to = invertShape(s / path.length);
    const inside: number[] = [];
    while (next < wanted.length && (wanted[next] ?? 1) < to) {
      if ((wanted[next] ?? 0) > from) inside.push(wanted[next] ?? 0);
      next++;
    }
    for (const knot of [...spread(from, to, inside, perSection), to]) {
      x.push(knot);
      sections.push(section);
    }
    from = to;
  }
  return grade(x, sections);
}

/** Returns the ends of the sections, ascending. */
function divide(path: GeometricPath, zoneEnds: readonly number[]): { s: number; section: Section }[] {
  const spanEnds = path.spanEnds.slice(1);
  const ends: { s: number; section: Section }[] = [];
  let span = 0;
  let zone = 0;
  while (span < spanEnds.length && zone < zoneEnds.length) {
    const spanEnd = spanEnds[span] ?? 0;
    const zoneEnd = zoneEnds[zone] ?? 0;
    ends.push({ s: Math.min(spanEnd, zoneEnd), section: { span, zone } });
    if (spanEnd <= zoneEnd) span++;
    if (zoneEnd <= spanEnd) zone++;
  }
  return ends;
}

/**
 * Halves intervals until none is more than `STEEPEST` times its neighbour; otherwise the problem is badly conditioned.
 */
function grade(x: number[], sections: Section[]): Grid {
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < sections.length; i++) {
      const section = sections[i];
      if (section === undefined) continue;
      const from = x[i] ?? 0;
      const to = x[i + 1] ?? 1;
      const before = i > 0 ? from - (x[i - 1] ?? 0) : Number.POSITIVE_INFINITY;
      const after = i + 1 < sections.length ? (x[i + 2] ?? 1) - to : Number.POSITIVE_INFINITY;
      if (to - from <= STEEPEST * Math.min(before, after)) continue;
      x.splice(i + 1, 0, (from + to) / 2);
      sections.splice(i, 0, section);
      changed = true;
    }
  }
  return { x, sections };
}

/**
 * Returns the wanted knots strictly inside (from, to), evened out so that neighbouring intervals have similar widths.
 */
function spread(from: number, to: number, wanted: readonly number[], least: number): number[] {
  if (wanted.length + 1 < least) {
    return Array.from({ length: least - 1 }, (_, i) => from + ((to - from) * (i + 1)) / least);
  }
  // The first and last interval have arbitrary widths: move all knots so that these become as wide as the others.
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
