import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChordStrays } from './chord-strays.ts';
import { planMove } from './joints/rest-to-rest.ts';
import { blendWaypoints } from './path/blended-path.ts';
import { timePath } from './path/time-path.ts';
import { TrajectorySampler } from './sample.ts';
import { createSample, type Trajectory, trajectoryDuration } from './trajectory.ts';

const limits = { velocity: [2, 2, 2], acceleration: [10, 8, 12], jerk: [80, 80, 90] };
const value = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const joints = (most: number) => fc.tuple(value(most), value(most), value(most));

/** Arbitrary points: the quintics between them swing freely. */
const wild = fc
  .array(
    fc.record({ step: fc.double({ min: 1e-3, max: 0.5, noNaN: true }), p: joints(2), v: joints(2), a: joints(9) }),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((points): Trajectory => {
    let timeFromStart = 0;
    return {
      points: points.map(({ step, p, v, a }, index) => {
        timeFromStart += index === 0 ? 0 : step;
        return { timeFromStart, positions: p, velocities: v, accelerations: a };
      }),
    };
  });

/**
 * Returns the distance to the nearest place on the chord, in units of each joint's permitted stray; at most 1 is within
 * bounds.
 */
function excessOf({ from, to, strays }: ChordStrays, q: readonly number[]): number {
  // |q_j − from_j − λ·way_j| ≤ stray_j is an interval of λ for each joint: they have to meet within 0 … 1.
  let [low, high] = [0, 1];
  let least = 0;
  for (const [joint, angle] of q.entries()) {
    const off = angle - (from[joint] ?? 0);
    const way = (to[joint] ?? 0) - (from[joint] ?? 0);
    const stray = (strays[joint] ?? 0) + 1e-12;
    if (way === 0) {
      least = Math.max(least, Math.abs(off) / stray);
      continue;
    }
    const ends = [(off - stray) / way, (off + stray) / way];
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  return Math.max(least, low <= high + 1e-12 ? 0 : 2);
}

function checkBetween(trajectory: Trajectory, start: number, end: number): void {
  const chord = new ChordStrays(trajectory);
  chord.measure(start, end);
  const sampler = new TrajectorySampler(trajectory);
  const out = createSample(3);
  for (let sample = 0; sample <= 60; sample++) {
    sampler.sample(start + ((end - start) * sample) / 60, out);
    expect(excessOf(chord, out.positions)).toBeLessThanOrEqual(1 + 1e-9);
  }
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('ChordStrays', () => {
  it('never underestimates the stray of any trajectory', () => {
    fc.assert(
      fc.property(wild, share, share, (trajectory, a, b) => {
        const duration = trajectoryDuration(trajectory);
        checkBetween(trajectory, Math.min(a, b) * duration, Math.max(a, b) * duration);
      }),
      { numRuns: propertyRuns(300, 1500) },
    );
  });

  it('never underestimates the stray on paths with corners', () => {
    fc.assert(
      fc.property(joints(1), joints(1), share, share, (corner, end, a, b) => {
        const paths = blendWaypoints([[0, 0, 0], corner, end], [0, 0.1, 0]);
        for (const path of paths) {
          const trajectory = timePath(path, { limits });
          const duration = trajectoryDuration(trajectory);
          checkBetween(trajectory, Math.min(a, b) * duration, Math.max(a, b) * duration);
        }
      }),
      { numRuns: propertyRuns(5, 15) },
    );
  });

  it('returns zero on a straight move regardless of its speed', () => {
    const trajectory = planMove([0, 0.3, -1], [1.2, -0.4, -1], limits);
    expect(new ChordStrays(trajectory).measure(0, trajectoryDuration(trajectory))).toBeLessThan(2e-8);
  });

  it('returns the exact stray of a joint that reverses', () => {
    const at = (timeFromStart: number, v: number) => {
      return { timeFromStart, positions: [0], velocities: [v], accelerations: [-4] };
    };
    const chord = new ChordStrays({ points: [at(0, 1), at(0.5, -1)] });
    expect(chord.measure(0, 0.5)).toBeCloseTo(0.125, 8);
    expect([chord.from[0], chord.to[0]].every((angle) => Math.abs(angle ?? 1) < 1e-12)).toBe(true);
  });

  it('shrinks with the square of the time', () => {
    const [path] = blendWaypoints(
      [
        [0, 0, 0],
        [0.5, 0, 0],
        [0.5, 0.5, 0],
      ],
      [0, 0.2, 0],
    );
    const trajectory = timePath(path ?? fail(), { limits });
    const chord = new ChordStrays(trajectory);
    const middle = trajectoryDuration(trajectory) / 2;
    const strays = [0.08, 0.04, 0.02].map((length) => chord.measure(middle - length / 2, middle + length / 2));
    expect((strays[0] ?? 0) / (strays[1] ?? 1)).toBeGreaterThan(3);
    expect((strays[1] ?? 0) / (strays[2] ?? 1)).toBeGreaterThan(3);
  });
});

function fail(): never {
  throw new Error('The path is undefined.');
}
