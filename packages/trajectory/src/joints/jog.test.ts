import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../fixtures.ts';
import { findLimitViolations } from '../limits.ts';
import { trajectoryDuration } from '../trajectory.ts';
import { validateTrajectory } from '../validate.ts';
import { JogFollower, planJog } from './jog.ts';
import { atRest } from './motion.ts';

const TICK = 0.008;
const limits = { lower: [-1, -2], upper: [1, 2], velocity: [4.7, 6.8], acceleration: [1.8, 3.4], jerk: [18, 34] };

const velocity = fc.oneof(fc.constant(0), fc.constant(-9), fc.constant(9), fc.double({ min: -7, max: 7, noNaN: true }));
const commands = fc.array(fc.tuple(velocity, velocity, fc.integer({ min: 1, max: 150 })), {
  minLength: 1,
  maxLength: 8,
});
const start = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true }));

describe('JogFollower', () => {
  it('keeps range, velocity and acceleration and changes the acceleration by at most jerk·dt', () => {
    fc.assert(
      fc.property(start, commands, (from, script) => {
        const jog = new JogFollower(atRest(from), limits);
        const worst = { position: 0, velocity: 0, acceleration: 0, jerk: 0 };
        let before = [0, 0];
        for (const [a, b, ticks] of script) {
          for (let tick = 0; tick < ticks; tick++) {
            const { positions, velocities, accelerations } = jog.step(TICK, [a, b]);
            for (const joint of [0, 1]) {
              const use = (rows: readonly number[], bounds: readonly number[]) =>
                Math.abs(rows[joint] ?? Number.NaN) / (bounds[joint] ?? Number.NaN);
              const jerks = accelerations.map((value, i) => (value - (before[i] ?? 0)) / TICK);
              worst.position = Math.max(worst.position, use(positions, limits.upper));
              worst.velocity = Math.max(worst.velocity, use(velocities, limits.velocity));
              worst.acceleration = Math.max(worst.acceleration, use(accelerations, limits.acceleration));
              worst.jerk = Math.max(worst.jerk, use(jerks, limits.jerk));
            }
            before = [...accelerations];
          }
        }
        expect(Math.max(...Object.values(worst))).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { ...PROPERTY, numRuns: 60 },
    );
  });

  it('reaches the requested velocity and keeps it', () => {
    const jog = new JogFollower(atRest([0, 0]), limits);
    for (let tick = 0; tick < 60; tick++) jog.step(TICK, [0.3, -0.5]);
    expect(jog.step(TICK, [0.3, -0.5]).velocities).toEqual([0.3, -0.5]);
  });

  it('stops completely when no velocity is requested', () => {
    const jog = new JogFollower(atRest([0, 0]), limits);
    for (let tick = 0; tick < 60; tick++) jog.step(TICK, [0.3, -0.5]);
    expect(jog.standstill).toBe(false);
    for (let tick = 0; tick < 60; tick++) jog.step(TICK, []);
    expect(jog.standstill).toBe(true);
  });

  it('gets close to the end of the range before it stops there', () => {
    const jog = new JogFollower(atRest([0, 0]), limits);
    for (let tick = 0; tick < 500; tick++) jog.step(TICK, [4, 0]);
    expect(jog.step(TICK, [4, 0]).positions[0]).toBeGreaterThan(1 - 1e-3);
  });

  it('moves back in from outside the range, and never further out', () => {
    const jog = new JogFollower(atRest([1.2, 0]), limits);
    for (let tick = 0; tick < 50; tick++) jog.step(TICK, [1, 0]);
    expect(jog.step(TICK, [1, 0]).positions[0]).toBeCloseTo(1.2, 9);
    for (let tick = 0; tick < 200; tick++) jog.step(TICK, [-1, 0]);
    expect(jog.step(TICK, [-1, 0]).positions[0]).toBeLessThan(1);
  });
});

describe('planJog', () => {
  const hold = fc.double({ min: 0, max: 2, noNaN: true });
  const moving = fc.tuple(start, fc.double({ min: -0.8, max: 0.8, noNaN: true }), velocity, velocity, hold);

  it('keeps every limit from any state it could stop from and ends at rest', () => {
    fc.assert(
      fc.property(moving, ([from, v0, a, b, seconds]) => {
        const scaled = from.map((p) => p / 2);
        const state = { positions: scaled, velocities: [v0, -v0], accelerations: [0.5, 1] };
        const trajectory = planJog(state, [a, b], limits, seconds);
        expect(validateTrajectory(trajectory, { endsAtRest: true, startPositions: scaled })).toEqual([]);
        expect(findLimitViolations(trajectory, limits)).toEqual([]);
      }),
      PROPERTY,
    );
  });

  it('holds the velocity for the requested time where there is room', () => {
    const trajectory = planJog(atRest([0, 0]), [0.4, 0.2], limits, 1);
    const rampTime = 0.4 / 1.8 + 0.1;
    expect(trajectoryDuration(trajectory)).toBeCloseTo(1 + 2 * rampTime, 9);
    expect(trajectory.points.some(({ velocities }) => Math.abs((velocities[0] ?? 0) - 0.4) < 1e-12)).toBe(true);
  });

  it('ends on the edge of the range instead of leaving it', () => {
    const trajectory = planJog(atRest([0, 0]), [4, -6], limits, 5);
    const end = trajectory.points.at(-1)?.positions ?? [];
    expect(end[0]).toBeCloseTo(1, 6);
    expect(end[1]).toBeCloseTo(-2, 6);
  });

  it('stops as fast as the jerk allows when zero velocity is requested', () => {
    const state = { positions: [0, 0], velocities: [0.36, 0], accelerations: [0, 0] };
    expect(trajectoryDuration(planJog(state, [0, 0], limits, 1))).toBeCloseTo(0.36 / 1.8 + 0.1, 9);
  });
});
