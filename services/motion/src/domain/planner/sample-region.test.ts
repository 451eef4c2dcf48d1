import { createRandom } from '@cellwright/collision';
import { describe, expect, it } from 'vitest';
import { SampleRegion } from './sample-region.ts';

const space = { lower: [-6, -2, -6], upper: [6, 2, 6] };
const start = Float64Array.of(0, 1.9, -3);
const goal = Float64Array.of(0.5, 1, -2);

function draws(count: number): Float64Array[] {
  const region = new SampleRegion(space, start, goal);
  const random = createRandom(3);
  return Array.from({ length: count }, () => {
    const out = new Float64Array(3);
    region.draw(random, out);
    return out;
  });
}

const spanOf = (samples: readonly Float64Array[], axis: number) => {
  const values = samples.map((sample) => sample[axis] ?? Number.NaN);
  return [Math.min(...values), Math.max(...values)];
};

describe('random configurations', () => {
  it('start around the start and the goal, within the limits', () => {
    const first = draws(20);
    const [low = 0, high = 0] = spanOf(first, 0);
    expect(low).toBeGreaterThanOrEqual(-1.2);
    expect(high).toBeLessThanOrEqual(1.7);
    expect(spanOf(first, 1)[1]).toBeLessThanOrEqual(2);
  });

  it('spread over the whole space with time', () => {
    const late = draws(3000).slice(1000);
    for (const [axis, limit] of space.upper.entries()) {
      const [low = 0, high = 0] = spanOf(late, axis);
      expect(low).toBeLessThan(-0.98 * limit);
      expect(high).toBeGreaterThan(0.98 * limit);
    }
  });
});
