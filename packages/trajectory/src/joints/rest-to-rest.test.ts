import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectDenselyWithin } from '../checking.fixture.ts';
import { ARM_LIMITS, PROPERTY } from '../fixtures.ts';
import { findLimitViolations } from '../limits.ts';
import { TrajectorySampler } from '../sample.ts';
import { createSample, trajectoryDuration } from '../trajectory.ts';
import { validateTrajectory } from '../validate.ts';
import { atRest } from './motion.ts';
import { planMove } from './rest-to-rest.ts';
import { planTimeSynchronised, toAxisLimits } from './synchronise.ts';

const joint = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.double({ min: -1e-6, max: 1e-6, noNaN: true }) },
);
const positions = fc.tuple(joint, joint, joint, joint, joint, joint);
const moves = fc.tuple(positions, positions, fc.constantFrom(0.1, 0.25, 0.5, 1)).map(([from, to, scale]) => ({
  from,
  to,
  limits: { ...ARM_LIMITS, velocity: ARM_LIMITS.velocity.map((v) => v * scale) },
}));

describe.each(['phase', 'time'] as const)('planMove, %s-synchronised', (synchronisation) => {
  it('moves from start to target at rest within every limit', () => {
    fc.assert(
      fc.property(moves, ({ from, to, limits }) => {
        const trajectory = planMove(from, to, limits, synchronisation);
        expect(
          validateTrajectory(trajectory, { startPositions: from, startTolerance: 1e-12, endsAtRest: true }),
        ).toEqual([]);
        expect(trajectory.points.at(-1)?.positions).toEqual(to);
        expect(findLimitViolations(trajectory, limits)).toEqual([]);
        expectDenselyWithin(trajectory, limits);
      }),
      PROPERTY,
    );
  });
});

describe('planMove, phase-synchronised', () => {
  it('moves straight in joint space', () => {
    fc.assert(
      fc.property(moves, fc.double({ min: 0, max: 1, noNaN: true }), ({ from, to, limits }, share) => {
        const sampler = new TrajectorySampler(planMove(from, to, limits));
        const out = createSample(6);
        sampler.sample(share * sampler.duration, out);
        const ways = to.map((end, i) => ({
          way: (out.positions[i] ?? 0) - (from[i] ?? 0),
          length: end - (from[i] ?? 0),
        }));
        const longest = ways.reduce((best, way) => (Math.abs(way.length) > Math.abs(best.length) ? way : best));
        for (const { way, length } of ways) {
          expect(way * longest.length).toBeCloseTo(longest.way * length, 12);
        }
      }),
      PROPERTY,
    );
  });

  it('uses one limit fully at all times, so no straight motion is faster', () => {
    const limits = { velocity: [1, 1], acceleration: [2, 1], jerk: [20, 20] };
    // Joint 0 is slower in velocity, joint 1 in acceleration: the line has the lower of both.
    const straight = trajectoryDuration(planMove([0, 0], [2, 1.8], limits));
    expect(straight).toBeCloseTo(2 / 1 + 1 / (2 * (1 / 1.8)) + (2 * (1 / 1.8)) / 20, 9);
  });
});

describe('planMove, time-synchronised', () => {
  it('takes as long as the general solver and never longer than the straight move', () => {
    fc.assert(
      fc.property(moves, ({ from, to, limits }) => {
        const duration = trajectoryDuration(planMove(from, to, limits, 'time'));
        const general = planTimeSynchronised(atRest(from), atRest(to), toAxisLimits(limits));
        expect(general.ok && general.motion.duration).toBeCloseTo(duration, 8);
        expect(duration).toBeLessThanOrEqual(trajectoryDuration(planMove(from, to, limits)) * (1 + 1e-12));
      }),
      PROPERTY,
    );
  });
});

describe('planMove over no distance', () => {
  it.each([0, 1e-14])('holds the position for %d rad', (by) => {
    const to = [1 + by, 2, 3];
    expect(planMove([1, 2, 3], to, ARM_LIMITS)).toEqual({
      points: [{ timeFromStart: 0, positions: to, velocities: [0, 0, 0], accelerations: [0, 0, 0] }],
    });
  });

  it('drives a nanoradian like any other distance', () => {
    const trajectory = planMove([0, 0, 0], [1e-9, -1e-9, 0], ARM_LIMITS);
    expect(trajectoryDuration(trajectory)).toBeCloseTo(4 * Math.cbrt(1e-9 / 36), 9);
    expect(findLimitViolations(trajectory, ARM_LIMITS)).toEqual([]);
  });
});
