import { describe, expect, it } from 'vitest';
import { ARM_LIMITS } from './fixtures.ts';
import { resolveSpeedProfile } from './speed-profile.ts';

describe('resolveSpeedProfile', () => {
  it('leaves the arm its limits and the tool none for an empty profile', () => {
    expect(resolveSpeedProfile({}, ARM_LIMITS)).toEqual({
      limits: ARM_LIMITS,
      toolSpeed: Number.POSITIVE_INFINITY,
      toolAcceleration: Number.POSITIVE_INFINITY,
    });
  });

  it('only lowers limits: values above those of the arm become those of the arm', () => {
    const generous = { maxJointSpeeds: [9, 9, 9, 9, 9, 9], jerkLimit: 1e6, scalingFactor: 5 };
    expect(resolveSpeedProfile(generous, ARM_LIMITS).limits).toEqual(ARM_LIMITS);
  });

  it("applies the profile's maxima, then its factors", () => {
    const { limits, toolSpeed, toolAcceleration } = resolveSpeedProfile(
      {
        maxJointSpeeds: [1, 1, 1, 1, 1, 1],
        maxJointAccelerations: [1, 1, 1, 1, 1, 1],
        maxTooltipSpeed: 0.5,
        maxTooltipAcceleration: 2,
        jerkLimit: 10,
        baseVelocityScaling: 0.5,
        baseAccelerationScaling: 0.25,
        scalingFactor: 0.1,
      },
      ARM_LIMITS,
    );
    expect(limits.velocity[0]).toBeCloseTo(0.05, 12);
    expect(limits.acceleration[0]).toBeCloseTo(0.25, 12);
    expect(limits.jerk[0]).toBe(10);
    expect(toolSpeed).toBeCloseTo(0.025, 12);
    expect(toolAcceleration).toBeCloseTo(0.5, 12);
  });

  it('limits slow speed to 10 % of the speeds and 6 % of the accelerations', () => {
    const { limits, toolSpeed } = resolveSpeedProfile({ tabletSafetyEnabled: true, maxTooltipSpeed: 1 }, ARM_LIMITS);
    expect(limits.velocity[0]).toBeCloseTo(4.7 * 0.1, 12);
    expect(limits.acceleration[0]).toBeCloseTo(1.8 * 0.06, 12);
    expect(toolSpeed).toBeCloseTo(0.1, 12);
    const slower = { tabletSafetyEnabled: true, scalingFactor: 0.05, baseAccelerationScaling: 0.02 };
    expect(resolveSpeedProfile(slower, ARM_LIMITS).limits.velocity[0]).toBeCloseTo(4.7 * 0.05, 12);
    expect(resolveSpeedProfile(slower, ARM_LIMITS).limits.acceleration[0]).toBeCloseTo(1.8 * 0.02, 12);
  });

  it.each([null, 0, -1, Number.NaN])('ignores invalid scaling factor %s', (scalingFactor) => {
    const { limits } = resolveSpeedProfile({ scalingFactor, maxTooltipSpeed: null }, ARM_LIMITS);
    expect(limits.velocity[0]).toBeGreaterThan(0);
    expect(limits.velocity[0]).toBeLessThanOrEqual(4.7);
  });
});
