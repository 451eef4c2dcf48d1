import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARM_LIMITS, PROPERTY } from '../fixtures.ts';
import { planMove } from '../joints/rest-to-rest.ts';
import { TrajectorySampler } from '../sample.ts';
import type { Trajectory } from '../trajectory.ts';
import { createSample } from '../trajectory.ts';
import { planarSpeed, planarTool } from './planar-arm.fixture.ts';
import { boundToolSpeed } from './tool-speed.ts';

/** Returns the greatest of many sampled speeds; the true maximum is at least that. */
function fastestOf(trajectory: Trajectory): number {
  const sampler = new TrajectorySampler(trajectory);
  const out = createSample(sampler.jointCount);
  let fastest = 0;
  for (let i = 0; i <= 20_000; i++) {
    sampler.sample((i / 20_000) * sampler.duration, out);
    fastest = Math.max(fastest, planarSpeed(out.positions, out.velocities));
  }
  return fastest;
}

const angle = fc.double({ min: -3, max: 3, noNaN: true });
const posture = fc.tuple(angle, angle, angle, angle, angle, angle);

describe('boundToolSpeed', () => {
  it('returns a tight bound that is never below the speed', () => {
    fc.assert(
      fc.property(posture, posture, (from, to) => {
        const trajectory = planMove(from, to, ARM_LIMITS);
        const fastest = fastestOf(trajectory);
        const bound = boundToolSpeed(trajectory, planarTool(1)) ?? Number.NaN;
        expect(bound).toBeGreaterThanOrEqual(fastest * (1 - 1e-12) - 1e-100);
        expect(bound).toBeLessThanOrEqual(fastest * 1.0001 + 1e-12);
      }),
      { ...PROPERTY, numRuns: propertyRuns(12, 40) },
    );
  });

  it('finds a swing that begins and ends between the points of a trajectory', () => {
    const rest = { velocities: [0, 0], accelerations: [0, 0] };
    const swing: Trajectory = {
      points: [
        { timeFromStart: 0, positions: [0, 0], ...rest },
        { timeFromStart: 2, positions: [0, 0], ...rest },
        { timeFromStart: 2.01, positions: [0.02, 0], ...rest },
        { timeFromStart: 4, positions: [0.02, 0], ...rest },
      ],
    };
    // A quintic from rest to rest is at its fastest in the middle, with 15/8 of the mean.
    expect(boundToolSpeed(swing, planarTool(1))).toBeCloseTo(1.1 * 2 * (15 / 8), 3);
  });

  it('stays at or below the floor for lower speeds, without being tight', () => {
    const trajectory = planMove([0, 0.5], [0.3, 0.2], ARM_LIMITS);
    const fastest = fastestOf(trajectory);
    const tool = planarTool(1);
    expect(boundToolSpeed(trajectory, tool, fastest * 3)).toBeLessThanOrEqual(fastest * 3);
    expect(boundToolSpeed(trajectory, tool, fastest * 0.9)).toBeGreaterThanOrEqual(fastest * (1 - 1e-12));
    expect(boundToolSpeed(trajectory, tool, fastest * 0.9)).toBeLessThan(fastest * 1.0001);
  });

  it('returns zero for a trajectory at rest and undefined without an arm', () => {
    const standing = planMove([1, 1], [1, 1], ARM_LIMITS);
    expect(boundToolSpeed(standing, planarTool(1))).toBe(0);
    expect(boundToolSpeed(standing, {})).toBeUndefined();
  });
});
