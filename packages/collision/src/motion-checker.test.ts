import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { between, drawScene, showsContact } from './random-scenes.fixture.ts';

const seeds = fc.integer();

describe('MotionChecker', () => {
  it('never accepts a motion on which random points of the solids overlap', { timeout: 60_000 }, () => {
    let clear = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const scene = drawScene(random);
        for (let motion = 0; motion < 10; motion += 1) {
          const from = Float64Array.from({ length: 4 }, () => between(random, -3, 3));
          const reach = between(random, 0.05, 1.5);
          const to = from.map((angle) => angle + between(random, -reach, reach));
          if (!scene.world.isMotionClear(from, to)) continue;
          clear += 1;
          for (let share = 0; share <= 1; share += 0.125) {
            const q = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
            expect(showsContact(scene, q, random)).toBe(false);
          }
        }
      }),
      { numRuns: propertyRuns(6, 20) },
    );
    expect(clear).toBeGreaterThan(25);
  });

  it('agrees with the signed clearance everywhere along an accepted motion', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const { world } = drawScene(random);
        for (let motion = 0; motion < 15; motion += 1) {
          const from = Float64Array.from({ length: 4 }, () => between(random, -3, 3));
          const to = from.map((angle) => angle + between(random, -0.7, 0.7));
          if (!world.isMotionClear(from, to)) continue;
          for (let share = 0; share <= 1; share += 0.05) {
            const q = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
            expect(world.measureClearance(q).clearance).toBeGreaterThan(0);
            expect(world.isConfigurationClear(q)).toBe(true);
          }
        }
      }),
      { numRuns: propertyRuns(5, 15) },
    );
  });

  it('accepts every motion that keeps two millimetres', () => {
    let wide = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const { world } = drawScene(random);
        for (let motion = 0; motion < 10; motion += 1) {
          const from = Float64Array.from({ length: 4 }, () => between(random, -3, 3));
          const to = from.map((angle) => angle + between(random, -0.3, 0.3));
          let least = Number.POSITIVE_INFINITY;
          for (let share = 0; share <= 1.0001; share += 0.01) {
            const q = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
            least = Math.min(least, world.measureClearance(q).clearance);
          }
          if (least < 0.002) continue;
          wide += 1;
          expect(world.isMotionClear(from, to)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(4, 12) },
    );
    expect(wide).toBeGreaterThan(10);
  });

  it('returns the collision-free fraction of a blocked motion', () => {
    const random = createRandom(11);
    let partly = 0;
    for (let round = 0; round < 20; round += 1) {
      const { world } = drawScene(random);
      for (let motion = 0; motion < 20; motion += 1) {
        const from = Float64Array.from({ length: 4 }, () => between(random, -3, 3));
        const to = from.map((angle) => angle + between(random, -2, 2));
        if (world.isMotionClear(from, to) || world.clearShare === 0) continue;
        partly += 1;
        const share = world.clearShare;
        const end = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
        expect(world.isMotionClear(from, end)).toBe(true);
      }
    }
    expect(partly).toBeGreaterThan(4);
  });
});
