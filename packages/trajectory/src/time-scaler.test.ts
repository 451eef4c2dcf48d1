import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driveJerks, PROPERTY, SEVEN_PHASES } from './fixtures.ts';
import { sampleTrajectory } from './sample.ts';
import { DEFAULT_RATE_LIMITS, TimeScaler } from './time-scaler.ts';
import { createSample, holdTrajectory } from './trajectory.ts';

const TICK = 0.008;
const FACTORS = [1, -0.8, 0.3];
const DECELERATIONS = [12, 13, 17];
const ACCELERATIONS = [1.8, 1.8, 2.5];
const motion = driveJerks(FACTORS, SEVEN_PHASES);
const options = { stopDecelerations: DECELERATIONS, accelerations: ACCELERATIONS };

const commands = fc.array(
  fc.tuple(
    fc.oneof(fc.constant('stop' as const), fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    fc.integer({ min: 1, max: 80 }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Steps until at a standstill and returns how long it took. */
function stop(scaler: TimeScaler): number {
  let ticks = 0;
  while (!scaler.state.standstill && ticks < 10_000) {
    scaler.step(TICK, 'stop');
    ticks++;
  }
  return ticks * TICK;
}

function runFor(scaler: TimeScaler, seconds: number, command: number | 'stop'): void {
  for (let ticks = Math.round(seconds / TICK); ticks > 0; ticks--) scaler.step(TICK, command);
}

describe('TimeScaler', () => {
  it('follows the trajectory at full rate from the start and ends exactly on its last point', () => {
    const scaler = new TimeScaler(motion, { ...options, initialRate: 1 });
    let ticks = 0;
    while (!scaler.state.finished) {
      scaler.step(TICK, 1);
      ticks++;
    }
    expect(ticks).toBe(Math.ceil(2.8 / TICK));
    expect(scaler.state.positions).toEqual(motion.points[7]?.positions);
    expect(scaler.state.velocities.every((v) => Math.abs(v) < 1e-12)).toBe(true);
  });

  it('stays on the path, never goes back and keeps every joint within its deceleration under any command', () => {
    fc.assert(
      fc.property(commands, (script) => {
        const scaler = new TimeScaler(motion, options);
        const expected = createSample(3);
        const worst = { offPath: 0, backwards: 0, rate: 0, deceleration: 0 };
        let before = 0;
        for (const [command, ticks] of script) {
          for (let tick = 0; tick < ticks; tick++) {
            const { pathTime, rate, positions, accelerations } = scaler.step(TICK, command);
            sampleTrajectory(motion, pathTime, expected);
            positions.forEach((p, joint) => {
              worst.offPath = Math.max(worst.offPath, Math.abs(p - (expected.positions[joint] ?? 0)));
            });
            accelerations.forEach((a, joint) => {
              worst.deceleration = Math.max(worst.deceleration, Math.abs(a) - (DECELERATIONS[joint] ?? 0));
            });
            worst.backwards = Math.max(worst.backwards, before - pathTime);
            worst.rate = Math.max(worst.rate, rate - 1, -rate);
            before = pathTime;
          }
        }
        expect(worst).toEqual({ offPath: 0, backwards: 0, rate: 0, deceleration: expect.any(Number) });
        expect(worst.deceleration).toBeLessThan(1e-9);
      }),
      PROPERTY,
    );
  });

  it('changes the override jerk-limited: the rate acceleration moves by at most jerk·dt a tick', () => {
    const wide = [1e9, 1e9, 1e9];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40))), (script) => {
        const scaler = new TimeScaler(motion, { stopDecelerations: wide });
        let before = 0;
        for (const [override, ticks] of script) {
          for (let tick = 0; tick < ticks && !scaler.state.finished; tick++) {
            const { rateAcceleration } = scaler.step(TICK, override);
            expect(Math.abs(rateAcceleration - before)).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.jerk * TICK + 1e-9);
            expect(Math.abs(rateAcceleration)).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.acceleration + 1e-9);
            before = rateAcceleration;
          }
        }
      }),
      PROPERTY,
    );
  });

  it('reaches an override without passing it', () => {
    const scaler = new TimeScaler(motion, { stopDecelerations: DECELERATIONS });
    const rates = Array.from({ length: 60 }, () => scaler.step(TICK, 0.6).rate);
    expect(Math.max(...rates)).toBe(0.6);
    expect(rates.at(-1)).toBe(0.6);
  });

  it('accelerates within the motion accelerations', () => {
    const scaler = new TimeScaler(motion, { ...options, initialRate: 1 });
    runFor(scaler, 0.5, 1);
    stop(scaler);
    while (!scaler.state.finished) {
      scaler.step(TICK, 1).accelerations.forEach((a, joint) => {
        expect(Math.abs(a)).toBeLessThanOrEqual((ACCELERATIONS[joint] ?? 0) + 1e-9);
      });
    }
  });

  it('stops as fast as the joint closest to its stop deceleration allows', () => {
    const scaler = new TimeScaler(motion, { ...options, initialRate: 1 });
    runFor(scaler, 1.2, 1);
    const speed = Math.abs(scaler.state.velocities[0] ?? 0);
    expect(stop(scaler)).toBeCloseTo(Math.ceil(speed / 12 / TICK) * TICK, 9);
  });

  it('stops no later than the trajectory itself would, also while it brakes or has just started', () => {
    for (let start = 0; start < 2.8; start += 0.05) {
      const scaler = new TimeScaler(motion, { ...options, initialRate: 1 });
      runFor(scaler, start, 1);
      const speed = Math.abs(scaler.state.velocities[0] ?? 0);
      expect(stop(scaler)).toBeLessThanOrEqual(Math.min(speed / (12 - 1.8), scaler.duration - start) + 2 * TICK);
    }
  });

  it('pauses at an override of 0 and continues from there', () => {
    const scaler = new TimeScaler(motion, { ...options, initialRate: 1 });
    runFor(scaler, 1, 1);
    runFor(scaler, 1, 0);
    expect(scaler.state).toMatchObject({ rate: 0, standstill: true, finished: false });
    const paused = scaler.state.pathTime;
    runFor(scaler, 1, 0);
    expect(scaler.state.pathTime).toBe(paused);
    runFor(scaler, 4, 1);
    expect(scaler.state.finished).toBe(true);
  });

  it('pauses at NaN and negative overrides and clamps those above 1', () => {
    const scaler = new TimeScaler(motion, { ...options, initialRate: 7 });
    expect(scaler.state.rate).toBe(1);
    runFor(scaler, 1, Number.NaN);
    expect(scaler.state.rate).toBe(0);
    runFor(scaler, 1, -3);
    expect(scaler.state.rate).toBe(0);
  });

  it('stops even on a trajectory that itself exceeds the stop decelerations', () => {
    const scaler = new TimeScaler(motion, { stopDecelerations: [0.5, 0.5, 0.5], initialRate: 1 });
    runFor(scaler, 0.5, 1);
    stop(scaler);
    expect(scaler.state).toMatchObject({ rate: 0, finished: false });
  });

  it('finishes immediately on a trajectory without duration', () => {
    const scaler = new TimeScaler(holdTrajectory([1, 2, 3]), options);
    expect(scaler.step(TICK, 1)).toMatchObject({ finished: true, standstill: true, positions: [1, 2, 3] });
  });
});
