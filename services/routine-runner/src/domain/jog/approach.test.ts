import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approachVelocities } from './approach.ts';

const changes = [0.1, 0.2, 0.1];
const velocity = fc.double({ min: -3, max: 3, noNaN: true });
const three = fc.tuple(velocity, velocity, velocity);

describe('approaching a velocity', () => {
  it('takes a wish that is near as it is', () => {
    expect(approachVelocities([0, 0, 0], [0.05, -0.2, 0.1], changes)).toEqual([0.05, -0.2, 0.1]);
  });

  it('keeps the direction of a wish that is too far, and goes as far as it may', () => {
    const [a = 0, b = 0, c = 0] = approachVelocities([0, 0, 0], [1, 1, -2], changes);
    expect(c).toBeCloseTo(-0.1, 5);
    expect(a).toBeCloseTo(0.05, 5);
    expect(b).toBeCloseTo(0.05, 5);
  });

  it('slows down rather than leave the direction', () => {
    const [a = 0, b = 0] = approachVelocities([1, 0, 0], [1, 0.9, 0], [0.2, 0.75, 0.1]);
    expect(b / a).toBeCloseTo(0.9, 5);
    expect(a).toBeCloseTo(0.8333, 3);
  });

  it('comes to rest with all joints in proportion', () => {
    const [a = 0, b = 0, c = 0] = approachVelocities([0.5, 0.25, -1], [0, 0, 0], changes);
    expect(c).toBeCloseTo(-0.9, 9);
    expect(a / 0.5).toBeCloseTo(0.9, 9);
    expect(b / 0.25).toBeCloseTo(0.9, 9);
  });

  it('never changes more than it may, and gets there', () => {
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
