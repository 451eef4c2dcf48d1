import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignToLines,
  angleBetweenQuaternions,
  angleBetweenVec3,
  makePose,
  normalizeQuaternion,
  normVec3,
  rotateVec3,
  rotationBetween,
  type Vec3,
} from './index.ts';

const component = fc.double({ min: -1, max: 1, noNaN: true });
const direction: fc.Arbitrary<Vec3> = fc
  .tuple(component, component, component)
  .filter((vector) => normVec3(vector) > 0.1);
const orientation = fc
  .record({ i: component, j: component, k: component, w: component })
  .filter(({ i, j, k, w }) => Math.hypot(i, j, k, w) > 0.1)
  .map(normalizeQuaternion);
const base: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const unturned = { i: 0, j: 0, k: 0, w: 1 };

describe('rotationBetween', () => {
  it('turns one direction onto the other by the angle between them', () => {
    fc.assert(
      fc.property(direction, direction, (from, to) => {
        const turn = rotationBetween(from, to);
        expect(angleBetweenVec3(rotateVec3(turn, from), to)).toBeLessThan(1e-6);
        expect(angleBetweenQuaternions(unturned, turn)).toBeCloseTo(angleBetweenVec3(from, to), 6);
      }),
    );
  });

  it('turns by nothing for the same direction, and by half a turn for the opposite one', () => {
    for (const along of [...base, [1, 2, -3] as const]) {
      const back: Vec3 = [-along[0], -along[1], -along[2]];
      expect(angleBetweenQuaternions(unturned, rotationBetween(along, along))).toBeLessThan(1e-9);
      expect(angleBetweenVec3(rotateVec3(rotationBetween(along, back), along), back)).toBeLessThan(1e-6);
    }
  });
});

describe('alignToLines', () => {
  it('turns the pose in place until its axis is parallel to a line, by the smallest angle of all lines', () => {
    const lines = fc.array(direction, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(orientation, direction, lines, (turned, axis, given) => {
        const aligned = alignToLines(makePose([1, 2, 3], turned), axis, given);
        expect(aligned.pose).toMatchObject({ x: 1, y: 2, z: 3 });
        const chosen = given[aligned.line] ?? [0, 0, 0];
        const reached = rotateVec3(aligned.pose, axis);
        expect(Math.sin(angleBetweenVec3(reached, chosen))).toBeLessThan(1e-6);
        expect(angleBetweenQuaternions(turned, aligned.pose)).toBeCloseTo(aligned.angle, 6);
        for (const line of given) {
          const off = angleBetweenVec3(rotateVec3(turned, axis), line);
          expect(aligned.angle).toBeLessThanOrEqual(Math.min(off, Math.PI - off) + 1e-9);
        }
      }),
    );
  });

  it('turns by at most 54.8° to the nearest axis of the base, and by nothing a second time', () => {
    fc.assert(
      fc.property(orientation, (turned) => {
        const once = alignToLines(makePose([0, 0, 0], turned), [1, 0, 0], base);
        expect(once.angle).toBeLessThanOrEqual(Math.acos(1 / Math.sqrt(3)) + 1e-9);
        expect(alignToLines(once.pose, [1, 0, 0], base).angle).toBeLessThan(1e-6);
      }),
    );
  });
});
