import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../fixtures.ts';
import { anyState, axisLimits, profileExcess, viableState } from './arbitraries.fixture.ts';
import { AxisProblem } from './axis-problem.ts';
import { isViableStart } from './brake.ts';
import type { AxisLimits, AxisState } from './profile.ts';
import { profileDuration, profileEnd, sampleProfile, symmetricLimits } from './profile.ts';

const at = (position: number, velocity = 0, acceleration = 0): AxisState => ({ position, velocity, acceleration });

function solve(start: AxisState, target: AxisState, limits: AxisLimits): AxisProblem {
  const problem = AxisProblem.create(start, target, limits);
  if (problem === undefined) throw new Error('The target is not viable.');
  return problem;
}

/**
 * Expects the motion of `duration` (the fastest when absent) to reach the target, take that long and keep the limits.
 */
function expectSound(problem: AxisProblem, target: AxisState, limits: AxisLimits, duration?: number) {
  const profile = problem.profileFor(duration);
  const end = profileEnd(profile);
  // Rounding grows with the durations that are multiplied: up to some minutes with the slowest limits.
  const rounding = 1e-12 * (1 + profileDuration(profile)) ** 2;
  expect(Math.abs(end.position - target.position)).toBeLessThan(1e-10 + rounding * limits.jerk);
  expect(Math.abs(end.velocity - target.velocity)).toBeLessThan(1e-10 + rounding);
  expect(Math.abs(end.acceleration - target.acceleration)).toBeLessThan(1e-10);
  expect(profileDuration(profile)).toBeCloseTo(duration ?? problem.minimumDuration, 9);
  expect(profileExcess(profile, limits)).toBeLessThan(1e-9);
}

function scaleLimits(limits: AxisLimits, factor: number): AxisLimits {
  return {
    maxVelocity: limits.maxVelocity * factor,
    minVelocity: limits.minVelocity * factor,
    maxAcceleration: limits.maxAcceleration * factor,
    minAcceleration: limits.minAcceleration * factor,
    jerk: limits.jerk * factor,
  };
}

const problems = axisLimits.chain((limits) =>
  fc.record({
    limits: fc.constant(limits),
    start: viableState(limits, 'start'),
    target: viableState(limits, 'target'),
  }),
);

const randomJerkRuns = propertyRuns(1000, 5000);

describe('AxisProblem', () => {
  it('arrives exactly and within every limit', () => {
    fc.assert(
      fc.property(problems, ({ limits, start, target }) => {
        expectSound(solve(start, target, limits), target, limits);
      }),
      { ...PROPERTY, numRuns: propertyRuns(600, 3000) },
    );
  });

  it('finds no faster motion through any other state', () => {
    const through = problems.chain((problem) =>
      viableState(problem.limits, 'start').map((middle) => ({ ...problem, middle })),
    );
    fc.assert(
      fc.property(through, ({ limits, start, target, middle }) => {
        const first = AxisProblem.create(start, middle, limits);
        const second = AxisProblem.create(middle, target, limits);
        if (first === undefined || second === undefined) return;
        const detour = first.minimumDuration + second.minimumDuration;
        const problem = solve(start, target, limits);
        expect(problem.minimumDuration).toBeLessThanOrEqual(detour * (1 + 1e-9) + 1e-9);
        // The detour is a motion of that duration, so the duration must count as feasible.
        expect(problem.nextFeasible(detour)).toBeLessThanOrEqual(detour * (1 + 1e-8) + 1e-8);
      }),
      { ...PROPERTY, numRuns: propertyRuns(600, 3000) },
    );
  });

  it('finds no faster motion with random jerks and reports the duration of each as feasible', () => {
    const phases = fc.array(
      fc.tuple(fc.double({ min: 1e-3, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
      { minLength: 1, maxLength: 4 },
    );
    const witnesses = axisLimits.chain((limits) =>
      fc.record({
        limits: fc.constant(limits),
        start: viableState(limits, 'start'),
        phases,
        pace: fc.constantFrom(0.1, 1),
      }),
    );
    let count = 0;
    fc.assert(
      fc.property(witnesses, ({ limits, start, phases, pace }) => {
        const unit = (pace * limits.maxAcceleration) / limits.jerk;
        const durations = phases.map(([share]) => share * unit);
        const witness = { start, durations, jerks: phases.map(([, share]) => share * limits.jerk) };
        // A small margin: held on a limit all the way, a witness is the only motion that exists, and rounding loses it.
        const problem = AxisProblem.create(start, profileEnd(witness), scaleLimits(limits, 1 + 1e-7));
        if (problem === undefined || profileExcess(witness, limits) > 0) return;
        count++;
        const duration = profileDuration(witness);
        expect(problem.minimumDuration).toBeLessThanOrEqual(duration * (1 + 1e-6));
        expect(problem.nextFeasible(duration)).toBeLessThanOrEqual(duration * (1 + 1e-6));
      }),
      { ...PROPERTY, numRuns: randomJerkRuns },
    );
    expect(count).toBeGreaterThan(randomJerkRuns / 5);
  });

  it('takes exactly the requested duration when it is feasible', () => {
    const stretched = fc.tuple(problems, fc.double({ min: 0, max: 3, noNaN: true }));
    fc.assert(
      fc.property(stretched, ([{ limits, start, target }, extra]) => {
        const problem = solve(start, target, limits);
        const duration = problem.nextFeasible(problem.minimumDuration * (1 + extra));
        expect(duration).toBeGreaterThanOrEqual(problem.minimumDuration * (1 + extra) * (1 - 1e-12));
        expectSound(problem, target, limits, duration);
      }),
      { ...PROPERTY, numRuns: propertyRuns(400, 2000) },
    );
  });

  it('takes no longer when planned again on its way to rest', () => {
    const onTheWay = fc.tuple(problems, fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(onTheWay, ([{ limits, start, target }, share]) => {
        const rest = at(target.position);
        const problem = solve(start, rest, limits);
        const duration = problem.minimumDuration;
        const middle = sampleProfile(problem.profileFor(), share * duration);
        const again = solve(middle, rest, limits).minimumDuration;
        expect(again).toBeLessThanOrEqual((1 - share) * duration * (1 + 1e-6) + 1e-3);
      }),
      PROPERTY,
    );
  });

  it('reports a gap between two feasible durations', () => {
    // At −1 rad/s and 0.05 rad short of the target: at once, or after a full turn, but nothing in between.
    const limits = symmetricLimits(4.7, 1.8, 18);
    const problem = solve(at(0, -1), at(-0.05, -1), limits);
    expect(problem.minimumDuration).toBeLessThan(0.0501);
    const next = problem.nextFeasible(0.5);
    expect(next).toBeGreaterThan(1);
    expectSound(problem, at(-0.05, -1), limits, next);
  });

  it('arrives early even if the reachable distance grows, shrinks and grows again over time', () => {
    const limits = symmetricLimits(10, 3, 10);
    const target = at(-1.797, -2.9);
    const problem = solve(at(0, 0.38, -2.75), target, limits);
    expect(problem.minimumDuration).toBeCloseTo(1.260977, 5);
    expectSound(problem, target, limits);
    const next = problem.nextFeasible(1.5);
    expect(next).toBeGreaterThan(1.55);
    expectSound(problem, target, limits, next);
  });

  it('finds the short motion whose acceleration never crosses zero', () => {
    const limits = symmetricLimits(10, 5, 10);
    const start = at(0, 0, 2);
    const target = sampleProfile({ start, durations: [0.02, 0.06], jerks: [10, -10] }, 1);
    const problem = solve(start, target, limits);
    expect(problem.minimumDuration).toBeCloseTo(0.08, 9);
    const next = problem.nextFeasible(0.2);
    expect(next).toBeGreaterThan((2 + 1.6) / 10);
    expectSound(problem, target, limits, next);
  });
});

describe('the fastest rest-to-rest motion', () => {
  const limits = symmetricLimits(1, 2, 20);

  it.each([
    ['cruises', 3, 3 / 1 + 1 / 2 + 2 / 20],
    ['holds its acceleration', 0.4, 2 * (Math.sqrt(0.05 ** 2 + 0.4 / 2) + 0.05)],
    ['only jerks', 0.003, 4 * Math.cbrt(0.003 / 40)],
    ['goes a nanoradian', 1e-9, 4 * Math.cbrt(1e-9 / 40)],
    ['has nowhere to go', 0, 0],
  ])('%s', (_name, distance, duration) => {
    for (const side of [1, -1]) {
      const problem = solve(at(1), at(1 + side * distance), limits);
      expect(problem.minimumDuration).toBeCloseTo(duration, distance === 1e-9 ? 9 : 12);
      expectSound(problem, at(1 + side * distance), limits);
    }
  });
});

describe('AxisProblem from a start outside the limits', () => {
  it('brings the axis back inside its limits and keeps it there', () => {
    fc.assert(
      fc.property(axisLimits, anyState, fc.double({ min: -3, max: 3, noNaN: true }), (limits, start, goal) => {
        const problem = solve(start, at(goal), limits);
        const { brake } = problem;
        expect(isViableStart(profileEnd(brake), limits)).toBe(true);
        const profile = problem.profileFor();
        const phases = brake.durations.length;
        const rest = {
          start: profileEnd(brake),
          durations: profile.durations.slice(phases),
          jerks: profile.jerks.slice(phases),
        };
        expect(profileExcess(rest, limits)).toBeLessThan(1e-9);
        const scale = 1 + Math.abs(profileEnd(brake).position) + profileDuration(profile);
        expect(Math.abs(profileEnd(profile).position - goal)).toBeLessThan(1e-9 * scale);
      }),
      { ...PROPERTY, numRuns: propertyRuns(200, 1000) },
    );
  });

  it('plans no brake when the start exceeds a limit only by rounding', () => {
    const limits = symmetricLimits(1, 2, 20);
    expect(solve(at(0, 1 + 1e-13), at(2), limits).brake.durations).toEqual([]);
    expect(solve(at(0, 0, 2 + 1e-13), at(2), limits).brake.durations).toEqual([]);
  });
});

describe('AxisProblem.create for an unreachable target', () => {
  const limits = symmetricLimits(1, 2, 20);

  it.each([
    ['too fast', at(0, 1.1)],
    ['pushing too hard', at(0, 0, 2.1)],
    ['slowing down from too fast', at(0, 0.99, -1)],
    ['not a number', at(0, Number.NaN)],
  ])('returns undefined: %s', (_name, target) => {
    expect(AxisProblem.create(at(0), target, limits)).toBeUndefined();
  });
});
