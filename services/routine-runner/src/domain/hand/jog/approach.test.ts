import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approachVelocities, brakeAlong } from './approach.ts';

const changes = [0.1, 0.2, 0.1];
const velocity = fc.double({ min: -3, max: 3, noNaN: true });
const three = fc.tuple(velocity, velocity, velocity);

describe('approachVelocities', () => {
  it('accepts a nearby target unchanged', () => {
    expect(approachVelocities([0, 0, 0], [0.05, -0.2, 0.1], changes)).toEqual([0.05, -0.2, 0.1]);
  });

  it('keeps the direction of a distant target, and changes by the maximum', () => {
    const [a = 0, b = 0, c = 0] = approachVelocities([0, 0, 0], [1, 1, -2], changes);
    expect(c).toBeCloseTo(-0.1, 5);
    expect(a).toBeCloseTo(0.05, 5);
    expect(b).toBeCloseTo(0.05, 5);
  });

  it('slows down instead of leaving the direction', () => {
    const [a = 0, b = 0] = approachVelocities([1, 0, 0], [1, 0.9, 0], [0.2, 0.75, 0.1]);
    expect(b / a).toBeCloseTo(0.9, 5);
    expect(a).toBeCloseTo(0.8333, 3);
  });

  it('stops all joints in proportion', () => {
    const [a = 0, b = 0, c = 0] = approachVelocities([0.5, 0.25, -1], [0, 0, 0], changes);
    expect(c).toBeCloseTo(-0.9, 9);
    expect(a / 0.5).toBeCloseTo(0.9, 9);
    expect(b / 0.25).toBeCloseTo(0.9, 9);
  });

  it('never exceeds the allowed changes, and reaches the target', () => {
    fc.assert(
      fc.property(three, three, (from, wish) => {
        let present: readonly number[] = from;
        for (let tick = 0; tick < 400; tick++) {
          const next = approachVelocities(present, wish, changes);
          next.forEach((value, joint) => {
            expect(Math.abs(value - (present[joint] ?? 0))).toBeLessThanOrEqual((changes[joint] ?? 0) * (1 + 1e-6));
          });
          present = next;
        }
        present.forEach((value, joint) => {
          expect(value).toBeCloseTo(wish[joint] ?? Number.NaN, 4);
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe('brakeAlong', () => {
  it('keeps a direction that bends, as slowly as possible', () => {
    const [a = 0, b = 0] = brakeAlong([1, 0.5, 0], [1, 0.52, 0], changes);
    expect(b / a).toBeCloseTo(0.52, 9);
    expect(a).toBeCloseTo(0.9, 3);
  });

  it('slows down in proportion without a direction, or with an impossible one', () => {
    const inProportion = approachVelocities([1, 0.5, 0], [0, 0, 0], changes);
    for (const direction of [
      [0, 0, 0],
      [Number.NaN, 1, 0],
      [-1, 0.5, 0],
      [1, -4, 0],
    ]) {
      expect(brakeAlong([1, 0.5, 0], direction, changes)).toEqual(inProportion);
    }
  });

  it('never exceeds the allowed changes, and stops within twice the shortest time', () => {
    fc.assert(
      fc.property(three, three, three, (from, direction, bend) => {
        let present: readonly number[] = from;
        const shortest = Math.max(...from.map((value, joint) => Math.abs(value) / (changes[joint] ?? 1)));
        for (let tick = 0; tick < 2 * Math.ceil(shortest) + 2; tick++) {
          const wish = direction.map((value, joint) => value + (bend[joint] ?? 0) * tick * 0.01);
          const next = brakeAlong(present, wish, changes);
          next.forEach((value, joint) => {
            expect(Math.abs(value - (present[joint] ?? 0))).toBeLessThanOrEqual((changes[joint] ?? 0) * (1 + 1e-6));
          });
          present = next;
        }
        expect(present.every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });
});
