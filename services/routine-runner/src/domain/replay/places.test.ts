import { jointsAt } from '@cellwright/domain/run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaceFilter } from './places.ts';

const period = 0.008;

function filtered(places: readonly (readonly number[])[]): (readonly number[])[] {
  const filter = new PlaceFilter();
  const kept = places.flatMap((place) => filter.take(place));
  const last = filter.flush();
  return last ? [...kept, last] : kept;
}

/** Returns six joints that swing at any speed and amplitude. */
const swings = fc
  .array(
    fc.record({ far: fc.double({ min: -2, max: 2, noNaN: true }), fast: fc.double({ min: 0, max: 6, noNaN: true }) }),
    {
      minLength: 6,
      maxLength: 6,
    },
  )
  .map((joints) =>
    Array.from({ length: 400 }, (_, sample) => {
      const at = sample * period;
      return [at, ...joints.map(({ far, fast }) => far * Math.sin(fast * at))];
    }),
  );

describe('the places of a moving arm, thinned out', () => {
  it('allow reconstruction of every omitted place to a tenth of a milliradian', () => {
    fc.assert(
      fc.property(swings, (places) => {
        const kept = filtered(places);
        for (const [at = 0, ...angles] of places) {
          const told = jointsAt(kept, at) ?? [];
          const most = Math.max(...angles.map((angle, joint) => Math.abs(angle - (told[joint] ?? Number.NaN))));
          expect(most).toBeLessThanOrEqual(1.000001e-4);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('contain few points while the arm is at rest or moves straight', () => {
    const straight = Array.from({ length: 330 }, (_, sample) => [sample * period, ...Array(6).fill(sample * 0.001)]);
    expect(filtered(straight).length).toBeLessThan(15);
  });
});
