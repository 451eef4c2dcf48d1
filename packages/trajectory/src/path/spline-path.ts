import { dropRepeats, GeometricPath, jointDistance, PATH_ORDER } from './geometric-path.ts';

/**
 * Returns the path through a dense list of joint positions, as sampled from a Cartesian motion: a cubic spline with
 * continuous curvature, parametrised by the distance between the points, with not-a-knot ends, so that it meets a
 * smooth curve to the fourth order of the spacing. Undefined when fewer than two different points are given.
 */
export function interpolateWaypoints(waypoints: readonly (readonly number[])[]): GeometricPath | undefined {
  const points = dropRepeats(waypoints).map(({ point }) => point);
  const first = points[0];
  if (first === undefined || points.length < 2) return undefined;
  const knots = [0];
  points.slice(1).forEach((point, index) => {
    knots.push((knots[index] ?? 0) + jointDistance(points[index] ?? point, point));
  });
  return interpolateAt(knots, points);
}

/** Returns the spline through points at increasing parameters, the first of which is 0, like interpolateWaypoints. */
export function interpolateAt(knots: readonly number[], points: readonly (readonly number[])[]): GeometricPath {
  const jointCount = points[0]?.length ?? 0;
  const pieces = knots.slice(1).map(() => new Float64Array(jointCount * PATH_ORDER));
  for (let joint = 0; joint < jointCount; joint++) {
    const values = points.map((point) => point[joint] ?? Number.NaN);
    fillSpline(knots, values, joint, pieces);
  }
  return new GeometricPath(jointCount, knots, pieces, [{ first: 0, last: pieces.length - 1 }]);
}

function fillSpline(knots: readonly number[], values: readonly number[], joint: number, pieces: Float64Array[]): void {
  const bends = solveBends(knots, values);
  pieces.forEach((c, piece) => {
    const h = (knots[piece + 1] ?? 0) - (knots[piece] ?? 0);
    const y0 = values[piece] ?? 0;
    const y1 = values[piece + 1] ?? 0;
    const m0 = bends[piece] ?? 0;
    const m1 = bends[piece + 1] ?? 0;
    const base = joint * PATH_ORDER;
    c[base] = y0;
    c[base + 1] = (y1 - y0) / h - (h * (2 * m0 + m1)) / 6;
    c[base + 2] = m0 / 2;
    c[base + 3] = (m1 - m0) / (6 * h);
  });
}

/**
 * Solves for the second derivatives at the knots: straight with two points, a parabola with three, otherwise
 * not-a-knot.
 */
function solveBends(knots: readonly number[], values: readonly number[]): number[] {
  const n = knots.length;
  const h = (i: number) => (knots[i + 1] ?? 0) - (knots[i] ?? 0);
  const slope = (i: number) => ((values[i + 1] ?? 0) - (values[i] ?? 0)) / h(i);
  if (n === 2) return [0, 0];
  if (n === 3) {
    const bend = (2 * (slope(1) - slope(0))) / (h(0) + h(1));
    return [bend, bend, bend];
  }
  // Inner equations h0·m0 + 2(h0+h1)·m1 + h1·m2 = 6(slope1 − slope0), the end bends eliminated by not-a-knot.
  const below: number[] = [];
  const diagonal: number[] = [];
  const above: number[] = [];
  const right: number[] = [];
  for (let i = 1; i < n - 1; i++) {
    below.push(h(i - 1));
    diagonal.push(2 * (h(i - 1) + h(i)));
    above.push(h(i));
    right.push(6 * (slope(i) - slope(i - 1)));
  }
  const last = n - 3;
  diagonal[0] = (diagonal[0] ?? 0) + h(0) * (1 + h(0) / h(1));
  above[0] = (above[0] ?? 0) - (h(0) * h(0)) / h(1);
  diagonal[last] = (diagonal[last] ?? 0) + h(n - 2) * (1 + h(n - 2) / h(n - 3));
  below[last] = (below[last] ?? 0) - (h(n - 2) * h(n - 2)) / h(n - 3);
  const inner = solveTridiagonal(below, diagonal, above, right);
  const at = (i: number) => inner[i] ?? 0;
  const start = at(0) + (h(0) / h(1)) * (at(0) - at(1));
  const end = at(last) + (h(n - 2) / h(n - 3)) * (at(last) - at(last - 1));
  return [start, ...inner, end];
}

function solveTridiagonal(below: number[], diagonal: number[], above: number[], right: number[]): number[] {
  const n = diagonal.length;
  for (let i = 1; i < n; i++) {
    const factor = (below[i] ?? 0) / (diagonal[i - 1] ?? 1);
    diagonal[i] = (diagonal[i] ?? 0) - factor * (above[i - 1] ?? 0);
    right[i] = (right[i] ?? 0) - factor * (right[i - 1] ?? 0);
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = ((right[i] ?? 0) - (above[i] ?? 0) * (x[i + 1] ?? 0)) / (diagonal[i] ?? 1);
  }
  return x;
}
