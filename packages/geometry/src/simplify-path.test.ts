import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  degreesToRadians,
  distancePoses,
  interpolatePoses,
  makePose,
  normalizeQuaternion,
  type Pose,
} from './index.ts';
import { simplifyPath } from './simplify-path.ts';

const tolerance = { translation: 0.002, rotation: degreesToRadians(1) };
const upright = { i: 0, j: 0, k: 0, w: 1 };
const component = fc.double({ min: -0.2, max: 0.2, noNaN: true });
const pose: fc.Arbitrary<Pose> = fc
  .tuple(component, component, component, component, component, component)
  .map(([x, y, z, i, j, k]) => makePose([x, y, z], normalizeQuaternion({ i, j, k, w: 1 })));
/** Corners, and how many poses a hand passes between two of them. */
const drawn = fc
  .tuple(fc.array(pose, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 12 }))
  .map(([corners, steps]) =>
    corners.flatMap((corner, index) => {
      const next = corners[index + 1];
      if (!next) return [corner];
      return Array.from({ length: steps }, (_, step) => interpolatePoses(corner, next, step / steps));
    }),
  );

/** Returns by how many tolerances a straight motion misses a pose where it comes closest; by trying 2000 places. */
function closestMiss(missed: Pose, from: Pose, to: Pose): number {
  const tried = Array.from({ length: 2001 }, (_, at) => distancePoses(interpolatePoses(from, to, at / 2000), missed));
  return Math.min(
    ...tried.map((off) => Math.max(off.translation / tolerance.translation, off.rotation / tolerance.rotation)),
  );
}

describe('simplifyPath', () => {
  it('keeps the ends, and poses that straight motions would miss', () => {
    fc.assert(
      fc.property(drawn, (path) => {
        const kept = simplifyPath(path, tolerance);
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(path.length - 1);
        for (const [place, first] of kept.slice(0, -1).entries()) {
          const last = kept[place + 1] ?? first;
          const [from, to] = [path[first], path[last]];
          if (!from || !to) throw new Error('a kept pose is not in the path');
          // The places that were tried are a little beside the closest one.
          for (const missed of path.slice(first + 1, last)) expect(closestMiss(missed, from, to)).toBeLessThan(1.2);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('needs only the corners of straight ways', () => {
    const corners = [makePose([0, 0, 0], upright), makePose([0.1, 0, 0], upright), makePose([0.1, 0.1, 0], upright)];
    const path = Array.from({ length: 21 }, (_, at) => {
      const [from = corners[0], to = corners[0]] = at < 10 ? [corners[0], corners[1]] : [corners[1], corners[2]];
      if (!from || !to) throw new Error('there are three corners');
      return interpolatePoses(from, to, (at < 10 ? at : at - 10) / 10);
    });
    expect(simplifyPath(path, tolerance)).toEqual([0, 10, 20]);
  });

  it('keeps the corner of a turn in place', () => {
    const turn = (degrees: number) => {
      const half = degreesToRadians(degrees) / 2;
      return makePose([0.3, 0, 0.2], { i: 0, j: 0, k: Math.sin(half), w: Math.cos(half) });
    };
    expect(simplifyPath([0, 10, 20, 30, 20, 10].map(turn), tolerance)).toEqual([0, 3, 5]);
  });

  it('keeps a path of one or two poses', () => {
    const [one, two] = [makePose([0, 0, 0], upright), makePose([0.1, 0, 0], upright)];
    expect(simplifyPath([], tolerance)).toEqual([]);
    expect(simplifyPath([one], tolerance)).toEqual([0]);
    expect(simplifyPath([one, two], tolerance)).toEqual([0, 1]);
  });
});
