import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../fixtures.ts';
import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives, jointDistance } from './geometric-path.ts';
import { joinPaths } from './joined-path.ts';
import { interpolateWaypoints } from './spline-path.ts';

function pathThrough(points: readonly (readonly number[])[]): GeometricPath {
  const path = interpolateWaypoints(points);
  if (path === undefined) throw new Error('The path is undefined.');
  return path;
}

const arc = pathThrough(Array.from({ length: 31 }, (_, i) => [Math.sin(i / 20), Math.cos(i / 20), 0.1 * i]));
const corner = arc.positionAt(arc.length);
const straight = pathThrough([corner, [2, 1, 3]]);
const bent = pathThrough([
  [2, 1, 3],
  [1, 1, 3.3],
  [0.3, 1.4, 3.1],
  [0, 2, 3],
]);
const share = fc.double({ min: 0.001, max: 0.5, noNaN: true });
const cuts = fc.tuple(share, share, share, share);

function join([a, b, c, d]: readonly [number, number, number, number]) {
  const joined = joinPaths([
    { path: arc, cutStart: 0, cutEnd: a * arc.length },
    { path: straight, cutStart: b * straight.length, cutEnd: c * straight.length },
    { path: bent, cutStart: d * bent.length, cutEnd: 0 },
  ]);
  if (joined === undefined) throw new Error('The path is undefined.');
  return joined;
}

describe('joinPaths', () => {
  it('keeps position, direction and curvature continuous from span to span', () => {
    fc.assert(
      fc.property(cuts, (shares) => {
        const { path } = join(shares);
        const left = createDerivatives(3);
        const right = createDerivatives(3);
        const shortest = Math.min(...shares);
        path.spanEnds.slice(1, -1).forEach((s, span) => {
          path.evaluate(s, left, span);
          path.evaluate(s, right, span + 1);
          expect(jointDistance(Array.from(left.position), Array.from(right.position))).toBeLessThan(1e-12);
          expect(jointDistance(Array.from(left.first), Array.from(right.first))).toBeLessThan(1e-9);
          expect(jointDistance(Array.from(left.second), Array.from(right.second))).toBeLessThan(1e-9 / shortest ** 2);
        });
      }),
      PROPERTY,
    );
  });

  it('keeps the original paths outside the corners, from the start of the first to the end of the last', () => {
    const { path, legs } = join([0.1, 0.2, 0.3, 0.4]);
    expect(path.positionAt(0)).toEqual(arc.positionAt(0));
    expect(jointDistance(path.positionAt(path.length), bent.positionAt(bent.length))).toBeLessThan(1e-12);
    for (let i = 0; i <= 10; i++) {
      const s = 0.09 * arc.length * i;
      expect(jointDistance(path.positionAt(s), arc.positionAt(s))).toBeLessThan(1e-12);
    }
    const [, middle] = legs;
    const straightFrom = (middle?.from ?? 0) + 0.1 * arc.length + 0.2 * straight.length;
    expect(jointDistance(path.positionAt(straightFrom), straight.positionAt(0.2 * straight.length))).toBeLessThan(
      1e-12,
    );
  });

  it('returns overlapping legs with their middle in the corners', () => {
    const { path, legs, corners } = join([0.1, 0.2, 0.3, 0.4]);
    expect(legs[0]?.from).toBe(0);
    expect(legs[2]?.to).toBe(path.length);
    const overlap = (legs[0]?.to ?? 0) - (legs[1]?.from ?? 0);
    expect(overlap).toBeCloseTo(0.1 * arc.length + 0.2 * straight.length, 12);
    expect(corners).toHaveLength(2);
    expect(corners[0]).toBeCloseTo((legs[1]?.from ?? 0) + 0.1 * arc.length, 12);
  });

  it('accepts legs cut to their middle from both ends', () => {
    const { path } = join([0.5, 0.5, 0.5, 0.5]);
    expect(path.spanEnds).toHaveLength(5);
  });

  it('returns undefined without legs', () => {
    expect(joinPaths([])).toBeUndefined();
  });
});
