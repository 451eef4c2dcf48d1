import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../fixtures.ts';
import { planVelocityRamp, rampDuration, sampleRamp } from './velocity-ramp.ts';

const limits = { maxAcceleration: 2, minAcceleration: -3, jerk: 20 };
const speed = fc.double({ min: -5, max: 5, noNaN: true });

function end(v0: number, a0: number, target: number) {
  const out = { velocity: 0, acceleration: 0 };
  const ramp = planVelocityRamp(v0, a0, target, limits);
  sampleRamp(ramp, v0, a0, rampDuration(ramp) + 1, out);
  return out;
}

describe('planVelocityRamp', () => {
  it('ends at the requested velocity without acceleration from any state', () => {
    fc.assert(
      fc.property(speed, fc.double({ min: -6, max: 6, noNaN: true }), speed, (v0, a0, target) => {
        const { velocity, acceleration } = end(v0, a0, target);
        expect(velocity).toBeCloseTo(target, 10);
        expect(acceleration).toBeCloseTo(0, 10);
      }),
      PROPERTY,
    );
  });

  it('keeps the acceleration inside its limits and brings it back immediately when it starts outside', () => {
    const state = { velocity: 0, acceleration: 0 };
    fc.assert(
      fc.property(speed, fc.double({ min: -6, max: 6, noNaN: true }), speed, (v0, a0, target) => {
        const ramp = planVelocityRamp(v0, a0, target, limits);
        const back = Math.max(0, a0 - limits.maxAcceleration, limits.minAcceleration - a0) / limits.jerk;
        for (let i = 0; i <= 50; i++) {
          const time = back + (i / 50) * (rampDuration(ramp) - back);
          sampleRamp(ramp, v0, a0, time, state);
          expect(state.acceleration).toBeLessThanOrEqual(limits.maxAcceleration + 1e-9);
          expect(state.acceleration).toBeGreaterThanOrEqual(limits.minAcceleration - 1e-9);
        }
      }),
      PROPERTY,
    );
  });

  it('does not pass its target when it starts without acceleration', () => {
    const state = { velocity: 0, acceleration: 0 };
    fc.assert(
      fc.property(speed, speed, (v0, target) => {
        const ramp = planVelocityRamp(v0, 0, target, limits);
        for (let i = 0; i <= 50; i++) {
          sampleRamp(ramp, v0, 0, (i / 50) * rampDuration(ramp), state);
          expect(state.velocity).toBeLessThanOrEqual(Math.max(v0, target) + 1e-9);
          expect(state.velocity).toBeGreaterThanOrEqual(Math.min(v0, target) - 1e-9);
        }
      }),
      PROPERTY,
    );
  });

  it('takes the time of two jerks when it need not hold the acceleration, otherwise that of a trapezoid', () => {
    expect(rampDuration(planVelocityRamp(0, 0, 0.05, limits))).toBeCloseTo(2 * Math.sqrt(0.05 / 20), 12);
    expect(rampDuration(planVelocityRamp(0, 0, 4, limits))).toBeCloseTo(4 / 2 + 2 / 20, 12);
    expect(rampDuration(planVelocityRamp(4, 0, 0, limits))).toBeCloseTo(4 / 3 + 3 / 20, 12);
    expect(rampDuration(planVelocityRamp(1, 0, 1, limits))).toBe(0);
  });
});
