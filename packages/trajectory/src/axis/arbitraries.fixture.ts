import fc from 'fast-check';
import type { AxisLimits, AxisState, JerkProfile } from './profile.ts';

const share = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 0.5, 1) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e-9, noNaN: true }) },
);

/** Limits of many magnitudes, symmetric or not. */
export const axisLimits: fc.Arbitrary<AxisLimits> = fc
  .record({
    velocity: fc.constantFrom(0.1, 1, 4.7, 20),
    acceleration: fc.constantFrom(0.5, 1.8, 10),
    jerk: fc.constantFrom(1, 18, 200),
    skew: fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(1, 1, 0.4, 0.75))),
  })
  .map(({ velocity, acceleration, jerk, skew }) => ({
    maxVelocity: velocity * (skew[0] ?? 1),
    minVelocity: -velocity * (skew[1] ?? 1),
    maxAcceleration: acceleration * (skew[2] ?? 1),
    minAcceleration: -acceleration * (skew[3] ?? 1),
    jerk,
  }));

/** A state from which (or, backwards in time, to which) the limits can be kept; often on one of them. */
export function viableState(limits: AxisLimits, end: 'start' | 'target'): fc.Arbitrary<AxisState> {
  const range = limits.maxVelocity - limits.minVelocity;
  const steepest = Math.sqrt(limits.jerk * range);
  const position = fc.oneof(
    fc.constant(0),
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
  );
  return fc
    .record({ position, share: share, push: share, still: fc.boolean() })
    .map(({ position, share, push, still }) => {
      const low = Math.max(limits.minAcceleration, -steepest);
      const high = Math.min(limits.maxAcceleration, steepest);
      const acceleration = still ? 0 : low + push * (high - low);
      const reserve = (acceleration * acceleration) / (2 * limits.jerk);
      // Ends above when rising and below when falling; the other way round backwards in time.
      const rising = end === 'start' ? acceleration > 0 : acceleration < 0;
      const bottom = limits.minVelocity + (rising ? 0 : reserve);
      const top = limits.maxVelocity - (rising ? reserve : 0);
      return { position, velocity: bottom + share * (top - bottom), acceleration };
    });
}

/** Any state, most of them outside the limits. */
export const anyState: fc.Arbitrary<AxisState> = fc.record({
  position: fc.double({ min: -3, max: 3, noNaN: true }),
  velocity: fc.double({ min: -30, max: 30, noNaN: true }),
  acceleration: fc.double({ min: -20, max: 20, noNaN: true }),
});

/** Returns the worst excess of a profile over its limits, at the ends of its phases and where the velocity turns. */
export function profileExcess(profile: JerkProfile, limits: AxisLimits): number {
  let worst = 0;
  let { velocity, acceleration } = profile.start;
  const check = (v: number, a: number) => {
    worst = Math.max(worst, v - limits.maxVelocity, limits.minVelocity - v);
    worst = Math.max(worst, a - limits.maxAcceleration, limits.minAcceleration - a);
  };
  check(velocity, acceleration);
  profile.durations.forEach((h, phase) => {
    const jerk = profile.jerks[phase] ?? Number.NaN;
    worst = Math.max(worst, -h, Math.abs(jerk) - limits.jerk);
    const turn = -acceleration / jerk;
    if (turn > 0 && turn < h) check(velocity + acceleration * turn + (jerk * turn * turn) / 2, 0);
    velocity += acceleration * h + (jerk * h * h) / 2;
    acceleration += jerk * h;
    check(velocity, acceleration);
  });
  return worst;
}
