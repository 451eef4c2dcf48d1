import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from './random.ts';
import { between, drawScene, type Scene, showsContact } from './random-scenes.fixture.ts';

interface Curve {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly strays: Float64Array;
  at(share: number): Float64Array;
}

/** Returns a curve that leaves its chord by exactly `strays` somewhere and follows it at its own pace. */
function drawCurve(random: Random, mostStray: number): Curve {
  const from = Float64Array.from({ length: 4 }, () => between(random, -3, 3));
  const reach = between(random, 0.01, 0.6);
  const to = from.map((angle) => angle + between(random, -reach, reach));
  const bends = from.map(() => between(random, -mostStray, mostStray));
  const waves = from.map(() => 1 + Math.floor(random.next() * 3));
  const pace = between(random, 0.4, 2.5);
  return {
    from,
    to,
    strays: bends.map(Math.abs),
    at: (share) =>
      from.map((angle, axis) => {
        const along = ((to[axis] ?? 0) - angle) * share ** pace;
        return angle + along + (bends[axis] ?? 0) * Math.sin((waves[axis] ?? 1) * Math.PI * share);
      }),
  };
}

function touches({ world }: Scene, curve: Curve, samples: number): boolean {
  return Array.from({ length: samples + 1 }, (_, sample) => sample / samples).some(
    (share) => world.checkConfiguration(curve.at(share)).kind === 'collision',
  );
}

const seeds = fc.integer();

describe('isCurveClear', () => {
  it('never accepts a curve that touches something', { timeout: 60_000 }, () => {
    let clear = 0;
    let caught = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const scene = drawScene(random);
        for (let round = 0; round < 12; round += 1) {
          const curve = drawCurve(random, round % 2 === 0 ? 0.02 : 0.6);
          const isChordClear = scene.world.isMotionClear(curve.from, curve.to);
          if (scene.world.isCurveClear(curve.from, curve.to, curve.strays)) {
            clear += 1;
            expect(isChordClear).toBe(true);
            expect(touches(scene, curve, 150)).toBe(false);
            for (const share of [0.25, 0.5, 0.8]) expect(showsContact(scene, curve.at(share), random)).toBe(false);
          } else if (isChordClear && touches(scene, curve, 150)) caught += 1;
        }
      }),
      { numRuns: propertyRuns(12, 40) },
    );
    expect(clear).toBeGreaterThan(20);
    // Curves that a check of the chord alone would have accepted.
    expect(caught).toBeGreaterThan(0);
  });

  it('accepts curves with enough room to stray', { timeout: 60_000 }, () => {
    let wide = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const { world } = drawScene(random);
        for (let round = 0; round < 8; round += 1) {
          const { from, to, strays } = drawCurve(random, 0.005);
          let least = Number.POSITIVE_INFINITY;
          for (let share = 0; share <= 1.0001; share += 0.02) {
            const q = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
            least = Math.min(least, world.measureClearance(q).clearance);
          }
          // No part of this arm is farther than 1.5 m from an axis.
          if (least < 0.004 + 1.5 * strays.reduce((sum, stray) => sum + stray, 0)) continue;
          wide += 1;
          expect(world.isCurveClear(from, to, strays)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(6, 20) },
    );
    expect(wide).toBeGreaterThan(5);
  });

  it('equals the check of the straight motion without strays', () => {
    const random = createRandom(5);
    const none = new Float64Array(4);
    const { world } = drawScene(random);
    for (let round = 0; round < 50; round += 1) {
      const { from, to } = drawCurve(random, 0.1);
      expect(world.isCurveClear(from, to, none)).toBe(world.isMotionClear(from, to));
    }
  });
});
