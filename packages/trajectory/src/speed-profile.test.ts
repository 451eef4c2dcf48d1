import { describe, expect, it } from 'vitest';
import { ARM_LIMITS } from './fixtures.ts';
import { resolveSpeedProfile, SLOW_SPEED, SPEED_PRESETS } from './speed-profile.ts';

describe('a speed profile', () => {
  it('that says nothing leaves the arm its limits and the tool none', () => {
    expect(resolveSpeedProfile({}, ARM_LIMITS)).toEqual({
      limits: ARM_LIMITS,
      toolSpeed: Number.POSITIVE_INFINITY,
      toolAcceleration: Number.POSITIVE_INFINITY,
    });
  });

  it('only ever lowers: each preset is slower than the next, none is above the arm', () => {
    const order = (['safest', 'safer', 'default', 'faster', 'fastest'] as const).map((name) => SPEED_PRESETS[name]);
    for (const quantity of ['velocity', 'acceleration', 'jerk'] as const) {
      const scales = order.map((preset) => preset[quantity]);
      expect(scales).toEqual([...scales].sort((a, b) => a - b));
      expect(scales.at(-1)).toBe(1);
    }
    const generous = { maxJointSpeeds: [9, 9, 9, 9, 9, 9], jerkLimit: 1e6, scalingFactor: 5 };
    expect(resolveSpeedProfile(generous, ARM_LIMITS).limits).toEqual(ARM_LIMITS);
  });

  it('takes its own maxima, then its factors', () => {
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

  it('of slow speed takes a tenth, and six hundredths of the base', () => {
    const { scalingFactor, baseScaling } = SLOW_SPEED;
    const profile = { scalingFactor, baseVelocityScaling: baseScaling, baseAccelerationScaling: baseScaling };
    const { limits } = resolveSpeedProfile(profile, ARM_LIMITS);
    expect(limits.velocity[0]).toBeCloseTo(4.7 * 0.1 * 0.06, 12);
    expect(limits.acceleration[0]).toBeCloseTo(1.8 * 0.06, 12);
  });

  it.each([null, 0, -1, Number.NaN])('takes a scaling factor of %s for no stop and no harm', (scalingFactor) => {
    const { limits } = resolveSpeedProfile({ scalingFactor, maxTooltipSpeed: null }, ARM_LIMITS);
    expect(limits.velocity[0]).toBeGreaterThan(0);
    expect(limits.velocity[0]).toBeLessThanOrEqual(4.7);
  });
});
