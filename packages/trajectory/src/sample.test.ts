import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driveJerks, PROPERTY, SEVEN_PHASES } from './fixtures.ts';
import { sampleTrajectory, TrajectorySampler } from './sample.ts';
import type { Trajectory } from './trajectory.ts';
import { createSample, holdTrajectory, trajectoryDuration } from './trajectory.ts';

const number = fc.double({ min: -3, max: 3, noNaN: true });
const points = fc
  .array(fc.tuple(fc.double({ min: 0.05, max: 1, noNaN: true }), number, number, number), {
    minLength: 2,
    maxLength: 6,
  })
  .map((rows): Trajectory => {
    let time = 0;
    return {
      points: rows.map(([gap, p, v, a], index) => {
        time += index === 0 ? 0 : gap;
        return { timeFromStart: time, positions: [p], velocities: [v], accelerations: [a] };
      }),
    };
  });

function read(trajectory: Trajectory, time: number) {
  const out = createSample(trajectory.points[0]?.positions.length ?? 0);
  sampleTrajectory(trajectory, time, out);
  return out;
}

describe('TrajectorySampler', () => {
  it('passes through every point with its velocity and acceleration, on both sides', () => {
    fc.assert(
      fc.property(points, (trajectory) => {
        for (const point of trajectory.points) {
          for (const time of [point.timeFromStart - 1e-9, point.timeFromStart, point.timeFromStart + 1e-9]) {
            const out = read(trajectory, time);
            expect(out.positions[0]).toBeCloseTo(point.positions[0] ?? Number.NaN, 6);
            expect(out.velocities[0]).toBeCloseTo(point.velocities[0] ?? Number.NaN, 4);
            expect(out.accelerations[0]).toBeCloseTo(point.accelerations[0] ?? Number.NaN, 1);
          }
        }
      }),
      PROPERTY,
    );
  });

  it('returns exact values where the jerk between points is constant', () => {
    const trajectory = driveJerks([1, -2], SEVEN_PHASES);
    const out = read(trajectory, 0.05);
    expect(out.positions[0]).toBeCloseTo((18 * 0.05 ** 3) / 6, 15);
    expect(out.velocities[1]).toBeCloseTo(-18 * 0.05 ** 2, 15);
    expect(out.accelerations[1]).toBeCloseTo(-2 * 18 * 0.05, 14);
  });

  it('does not turn rounding into spikes in a segment of a nanosecond', () => {
    const trajectory = driveJerks(
      [1],
      [
        [0.1, 18],
        [1e-9, -18],
        [0.1, 0],
      ],
    );
    expect(read(trajectory, 0.1 + 0.5e-9).accelerations[0]).toBeCloseTo(1.8, 7);
  });

  it('returns the same values when read forward, backward and at random', () => {
    fc.assert(
      fc.property(points, fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true })), (trajectory, fractions) => {
        const sampler = new TrajectorySampler(trajectory);
        const out = createSample(1);
        for (const fraction of fractions) {
          const time = fraction * trajectoryDuration(trajectory);
          sampler.sample(time, out);
          expect(out).toEqual(read(trajectory, time));
        }
      }),
      PROPERTY,
    );
  });

  it('stays at the first point before the start and at the last after the end', () => {
    const trajectory = driveJerks([1], SEVEN_PHASES);
    expect(read(trajectory, -1).positions).toEqual(trajectory.points[0]?.positions);
    expect(read(trajectory, 99).positions).toEqual(trajectory.points[7]?.positions);
    expect(read(holdTrajectory([1, 2]), 5)).toEqual({ positions: [1, 2], velocities: [0, 0], accelerations: [0, 0] });
  });
});
