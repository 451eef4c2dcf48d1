import { createRandom } from '@cellwright/collision';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NearestIndex } from './nearest.ts';

it('finds the same as an exhaustive search', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 800 }), (seed, count) => {
      const random = createRandom(seed);
      // Clusters and copies, as in trees.
      const draw = () =>
        Float64Array.from({ length: 6 }, () => Math.round(random.next() * 40) / 10 + random.next() * 0.01);
      const index = new NearestIndex(6);
      const known: Float64Array[] = [];
      for (let item = 0; item < count; item += 1) {
        const q = draw();
        known.push(q);
        index.add(item, q, 0);
      }
      for (let query = 0; query < 20; query += 1) {
        const q = draw();
        const distances = known.map((other) => Math.hypot(...other.map((angle, axis) => angle - (q[axis] ?? 0))));
        expect(distances[index.find(q, 0)]).toBe(Math.min(...distances));
      }
    }),
    { numRuns: 40 },
  );
});

it('handles more copies of one configuration than a leaf holds', () => {
  const index = new NearestIndex(2);
  for (let item = 0; item < 100; item += 1) index.add(item, Float64Array.of(1, 1), 0);
  index.add(100, Float64Array.of(2, 2), 0);
  expect(index.find(Float64Array.of(0.9, 1), 0)).toBeLessThan(100);
  expect(index.find(Float64Array.of(2, 2.1), 0)).toBe(100);
});

it('finds nothing when it is empty', () => {
  expect(new NearestIndex(3).find(Float64Array.of(0, 0, 0), 0)).toBe(-1);
});
