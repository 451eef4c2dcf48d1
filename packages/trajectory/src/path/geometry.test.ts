import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceToPolyline } from '../checking.fixture.ts';
import { PROPERTY } from '../fixtures.ts';
import { blendWaypoints } from './blended-path.ts';
import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives, jointDistance } from './geometric-path.ts';
import { interpolateWaypoints } from './spline-path.ts';

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const waypoints = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 6 });

/** Returns the largest jump of position, direction or curvature anywhere along the path. */
function worstJump(path: GeometricPath): number {
  const left = createDerivatives(path.jointCount);
  const right = createDerivatives(path.jointCount);
  let worst = 0;
  path.spanEnds.slice(1, -1).forEach((s, span) => {
    path.evaluate(s, left, span);
    path.evaluate(s, right, span + 1);
    for (const row of ['position', 'first', 'second'] as const) {
      worst = Math.max(worst, jointDistance(Array.from(left[row]), Array.from(right[row])));
    }
  });
  return worst;
}

describe('blendWaypoints', () => {
  it('joins segments with continuous position, direction and curvature', () => {
    fc.assert(
      fc.property(waypoints, fc.double({ min: 0.05, max: 1, noNaN: true }), (points, radius) => {
        const paths = blendWaypoints(
          points,
          points.map(() => radius),
        );
        for (const path of paths) {
          // Curvature is of the order of 1/radius, its rounding too.
          expect(worstJump(path)).toBeLessThan(1e-9 / Math.min(radius, path.length) ** 2);
        }
      }),
      PROPERTY,
    );
  });

  it('leaves a corner by at most 3/16 of radius times change of direction', () => {
    const [path] = blendWaypoints(
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      [0, 0.4, 0],
    );
    const middle = path?.positionAt((path.length ?? 0) / 2) ?? [];
    expect(jointDistance(middle, [1, 0])).toBeCloseTo((3 / 16) * 0.4 * Math.SQRT2, 12);
  });

  it('never rounds more than half of the shorter segment', () => {
    const [path] = blendWaypoints(
      [
        [0, 0],
        [0.2, 0],
        [0.2, 1],
      ],
      [0, 5, 0],
    );
    expect(path?.spanEnds[1]).toBeCloseTo(0.1, 12);
  });

  it.each([
    [
      'a corner without a radius',
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      0,
      2,
    ],
    [
      'a path that turns back',
      [
        [0, 0],
        [1, 0],
        [0.2, 0],
      ],
      0.3,
      2,
    ],
    [
      'a corner with a radius',
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      0.3,
      1,
    ],
    [
      'a waypoint on the way',
      [
        [0, 0],
        [1, 0],
        [3, 0],
      ],
      0,
      1,
    ],
    [
      'the same waypoint twice',
      [
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
      ],
      0.3,
      1,
    ],
    ['a single waypoint', [[1, 1]], 0.3, 0],
    [
      'nothing but the same waypoint',
      [
        [1, 1],
        [1, 1],
      ],
      0.3,
      0,
    ],
  ])('builds the required number of paths for %s', (_name, points, radius, count) => {
    expect(
      blendWaypoints(
        points,
        points.map(() => radius),
      ),
    ).toHaveLength(count);
  });
});

describe('interpolateWaypoints', () => {
  const curve = (u: number) => [Math.sin(u), Math.cos(2 * u), 0.3 * u];
  const dense = Array.from({ length: 61 }, (_, i) => curve(i / 20));

  it('passes through all of them', () => {
    fc.assert(
      fc.property(waypoints, (points) => {
        const path = interpolateWaypoints(points);
        path?.knots.forEach((s) => {
          const nearest = Math.min(...points.map((point) => jointDistance(point, path.positionAt(s))));
          expect(nearest).toBeLessThan(1e-9);
        });
      }),
      PROPERTY,
    );
  });

  it('meets the sampled smooth curve to the fourth order of the spacing, up to its ends', () => {
    const worstWith = (perUnit: number) => {
      const path = interpolateWaypoints(Array.from({ length: 3 * perUnit + 1 }, (_, i) => curve(i / perUnit)));
      const misses = path?.knots.slice(1).map((to, i) => {
        const around = Array.from({ length: 201 }, (_, k) => curve((i + k / 200) / perUnit));
        return distanceToPolyline(path.positionAt((to + (path.knots[i] ?? 0)) / 2), around);
      });
      return Math.max(...(misses ?? [Number.NaN]));
    };
    expect(worstWith(40)).toBeLessThan(1e-5);
    expect(worstWith(20) / worstWith(40)).toBeGreaterThan(2 ** 4);
  });

  it('has continuous curvature', () => {
    const path = interpolateWaypoints(dense);
    const before = createDerivatives(3);
    const after = createDerivatives(3);
    path?.knots.slice(1, -1).forEach((s) => {
      path.evaluate(s - 1e-9, before);
      path.evaluate(s + 1e-9, after);
      expect(jointDistance(Array.from(before.second), Array.from(after.second))).toBeLessThan(1e-5);
    });
  });

  it('requires two different waypoints', () => {
    expect(interpolateWaypoints([])).toBeUndefined();
    expect(
      interpolateWaypoints([
        [1, 2],
        [1, 2],
      ]),
    ).toBeUndefined();
    expect(
      interpolateWaypoints([
        [1, 2],
        [1, 3],
      ])?.length,
    ).toBe(1);
  });
});
