import { transformPoint, type Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCapsule } from './fit.ts';
import { fitCapsules } from './fit-several.ts';
import type { PlacedShape } from './shapes.ts';

type Box = readonly [Vec3, Vec3];

/** Returns the triangles of boxes, each given by its lowest corner and its size. */
function meshOf(...boxes: readonly Box[]): number[] {
  return boxes.flatMap(([at, size]) => {
    const corner = (bits: number): Vec3 => [
      at[0] + (bits & 1 ? size[0] : 0),
      at[1] + (bits & 2 ? size[1] : 0),
      at[2] + (bits & 4 ? size[2] : 0),
    ];
    const faces = ['0132', '4576', '0154', '2376', '0264', '1375'];
    return faces.flatMap((face) => {
      const [a, b, c, d] = [...face].map((bits) => corner(Number(bits)));
      return [a, b, c, a, c, d].flatMap((point) => point ?? []);
    });
  });
}

/** Returns the distance of a point from the nearest capsule, m; 0 inside one. */
function distanceOutside(point: Vec3, capsules: readonly PlacedShape[]): number {
  return Math.min(
    ...capsules.map(({ shape, pose }) => {
      if (shape.kind !== 'capsule') throw new Error('All shapes are capsules');
      const [from, to] = [-1, 1].map((side) => transformPoint(pose, [0, 0, (side * shape.length) / 2]));
      if (!from || !to) throw new Error('A capsule has two ends');
      const along = to.map((value, axis) => value - (from[axis] ?? 0));
      const squared = along.reduce((sum, value) => sum + value * value, 0);
      const offset = point.map((value, axis) => value - (from[axis] ?? 0));
      const dot = offset.reduce((sum, value, axis) => sum + value * (along[axis] ?? 0), 0);
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, dot / squared));
      return Math.max(0, Math.hypot(...offset.map((value, axis) => value - share * (along[axis] ?? 0))) - shape.radius);
    }),
  );
}

function volumeOf(capsules: readonly PlacedShape[]): number {
  return capsules.reduce((sum, { shape }) => {
    if (shape.kind !== 'capsule') return sum;
    return sum + Math.PI * shape.radius ** 2 * (shape.length + (4 / 3) * shape.radius);
  }, 0);
}

/** Yields a grid of places on every triangle. */
function* placesOn(vertices: readonly number[]): Generator<Vec3> {
  for (let at = 0; at + 8 < vertices.length; at += 9) {
    for (let u = 0; u <= 8; u += 1) {
      for (let v = 0; u + v <= 8; v += 1) {
        const shares = [8 - u - v, u, v].map((share) => share / 8);
        const mix = (axis: number) =>
          shares.reduce((sum, share, corner) => sum + share * (vertices[at + 3 * corner + axis] ?? 0), 0);
        yield [mix(0), mix(1), mix(2)];
      }
    }
  }
}

const bentLink = meshOf(
  [
    [0, 0, 0],
    [0.08, 0.08, 0.5],
  ],
  [
    [0, 0, 0.42],
    [0.4, 0.08, 0.08],
  ],
);

describe('fitCapsules', () => {
  it('returns one capsule where one fits well', () => {
    expect(
      fitCapsules(
        meshOf([
          [0, 0, 0],
          [0.1, 0.1, 0.6],
        ]),
      ),
    ).toHaveLength(1);
    expect(
      fitCapsules(
        meshOf([
          [0, 0, 0],
          [0.1, 0.1, 0.1],
        ]),
      ),
    ).toHaveLength(1);
  });

  it('returns several capsules where one would fill the corner of a bent link', () => {
    const capsules = fitCapsules(bentLink);
    expect(capsules.length).toBeGreaterThan(1);
    expect(capsules.length).toBeLessThanOrEqual(4);
    expect(volumeOf(capsules)).toBeLessThan(0.5 * fitCapsule(bentLink).volume);
    expect(distanceOutside([0.4, 0.04, 0], capsules)).toBeGreaterThan(0.1);
  });

  it('encloses the whole surface, including cuts through its triangles', () => {
    const length = fc.double({ min: 0.02, max: 0.5, noNaN: true });
    const box = fc.tuple(fc.tuple(length, length, length), fc.tuple(length, length, length));
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 4 }), (boxes) => {
        const vertices = meshOf(...boxes);
        const capsules = fitCapsules(vertices);
        for (const place of placesOn(vertices)) expect(distanceOutside(place, capsules)).toBeLessThan(1e-6);
      }),
      { numRuns: propertyRuns(4, 12), seed: 3 },
    );
  });

  it('accepts a mesh of one triangle or less', () => {
    expect(fitCapsules([0, 0, 0, 0.1, 0, 0, 0, 0, 0.5]).length).toBeGreaterThan(0);
    expect(fitCapsules([0, 0, 0]).length).toBe(1);
  });
});
