import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARM_LIMITS, PROPERTY } from '../fixtures.ts';
import type { MotionLimits } from '../limits.ts';
import { TrajectorySampler } from '../sample.ts';
import type { Trajectory } from '../trajectory.ts';
import { createSample, trajectoryDuration } from '../trajectory.ts';
import { validateTrajectory } from '../validate.ts';
import { blendWaypoints } from './blended-path.ts';
import type { GeometricPath } from './geometric-path.ts';
import { jointDistance } from './geometric-path.ts';
import { planarSpeed, planarTool } from './planar-arm.fixture.ts';
import { timePath, timePathInParts } from './time-path.ts';

const limits = ARM_LIMITS;
const SAMPLES = 16;
const ROUTE = [
  [0, 0, 0, 0, 0, 0],
  [1, -1.2, 0.5, 0.2, 0.8, -1],
  [1.5, -0.2, 0.9, 0.2, -0.8, -1],
  [0.5, -0.2, 1.9, -0.5, -0.8, 0],
];
const [route] = blendWaypoints(ROUTE, [0, 0.2, 0.2, 0]);
if (route === undefined) throw new Error('The path is undefined.');
const third = route.length / 3;

function scale(share: number): MotionLimits {
  const of = (quantity: keyof MotionLimits) => limits[quantity].map((value) => value * share);
  return { velocity: of('velocity'), acceleration: of('acceleration'), jerk: of('jerk') };
}

/** Expects a densely sampled trajectory to keep limits between two times; jerk is the difference of accelerations. */
function expectWithin(trajectory: Trajectory, from: number, to: number, own: MotionLimits): void {
  const sampler = new TrajectorySampler(trajectory);
  const before = createSample(6);
  const out = createSample(6);
  const excess = { velocity: 0, acceleration: 0, jerk: 0 };
  trajectory.points.forEach(({ timeFromStart }, index) => {
    const end = trajectory.points[index + 1]?.timeFromStart ?? timeFromStart;
    const h = (end - timeFromStart) / SAMPLES;
    for (let sample = 0; sample < SAMPLES && h > 0; sample++) {
      const time = timeFromStart + sample * h;
      if (time < from - 1e-9 || time + h > to + 1e-9) continue;
      // Just inside: where two stretches join, the limits of the later one do not apply yet.
      sampler.sample(time, before);
      sampler.sample(time + h * (1 - 1e-9), out);
      out.velocities.forEach((v, joint) => {
        const a = out.accelerations[joint] ?? Number.NaN;
        const jerk = (a - (before.accelerations[joint] ?? Number.NaN)) / (h * (1 - 1e-9));
        excess.velocity = Math.max(excess.velocity, Math.abs(v) - (own.velocity[joint] ?? 0));
        excess.acceleration = Math.max(excess.acceleration, Math.abs(a) - (own.acceleration[joint] ?? 0));
        // Two accelerations rounded in their last digits, divided by a short time.
        excess.jerk = Math.max(excess.jerk, Math.abs(jerk) - (own.jerk[joint] ?? 0) - 1e-14 / h);
      });
    }
  });
  expect(excess.velocity).toBeLessThan(1e-9);
  expect(excess.acceleration).toBeLessThan(1e-9);
  expect(excess.jerk).toBeLessThan(1e-9);
}

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const corner = fc.record({
  point: fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate),
  radius: fc.constantFrom(0.05, 0.3, 1),
});
const place = fc.double({ min: 0, max: 1, noNaN: true });
const slowness = fc.record({ from: place, to: place, share: fc.double({ min: 0.1, max: 1, noNaN: true }) });
const slowPaths = fc.tuple(
  fc.array(corner, { minLength: 2, maxLength: 4 }),
  fc.array(slowness, { minLength: 1, maxLength: 3 }),
);

function placeOn(path: GeometricPath, parts: readonly { from: number; to: number; share: number }[]) {
  return parts.map(({ from, to, share }) => ({
    from: Math.min(from, to) * path.length,
    to: Math.max(from, to) * path.length,
    limits: scale(share),
  }));
}

describe('timePathInParts with stretches', () => {
  it('keeps the limits of every stretch and takes no longer than with the lowest limits on the whole path', () => {
    fc.assert(
      fc.property(slowPaths, ([corners, parts]) => {
        const [path] = blendWaypoints(
          corners.map(({ point }) => point),
          corners.map(({ radius }) => radius),
        );
        if (path === undefined) return;
        const stretches = placeOn(path, parts);
        const marks = stretches.flatMap(({ from, to }) => [from, to]);
        const { trajectory, markTimes } = timePathInParts(path, { limits }, { stretches, marks });
        expect(validateTrajectory(trajectory, { endsAtRest: true })).toEqual([]);
        expectWithin(trajectory, 0, trajectoryDuration(trajectory), limits);
        stretches.forEach((stretch, index) => {
          expectWithin(trajectory, markTimes[2 * index] ?? 0, markTimes[2 * index + 1] ?? 0, stretch.limits);
        });
        const lowest = timePath(path, { limits: scale(Math.min(...parts.map(({ share }) => share))) });
        // Both are as close to their optimum as the solver gets.
        expect(trajectoryDuration(trajectory)).toBeLessThan(trajectoryDuration(lowest) * 1.0005);
      }),
      { ...PROPERTY, numRuns: propertyRuns(8, 25) },
    );
  }, 60_000);

  it('treats stretches with equal limits as one', () => {
    const same = [0, 1, 2].map((i) => ({ from: i * third, to: (i + 1) * third, limits: scale(0.5) }));
    expect(timePathInParts(route, { limits }, { stretches: same }).trajectory).toEqual(
      timePath(route, { limits: scale(0.5) }),
    );
  });

  it('slows down only the stretches themselves: the rest of the path takes about as long as without them', () => {
    const slow = { from: third, to: 2 * third, limits: { ...limits, velocity: limits.velocity.map((v) => v / 20) } };
    const marks = [third, 2 * third];
    const plain = timePathInParts(route, { limits }, { marks });
    const slowed = timePathInParts(route, { limits }, { marks, stretches: [slow] });
    const [enter = 0, leave = 0] = plain.markTimes;
    const [slowEnter = 0, slowLeave = 0] = slowed.markTimes;
    expect(slowLeave - slowEnter).toBeGreaterThan(3 * (leave - enter));
    expect(slowEnter).toBeLessThan(enter + 1);
    expect(trajectoryDuration(slowed.trajectory) - slowLeave).toBeLessThan(
      trajectoryDuration(plain.trajectory) - leave + 1,
    );
  });

  it('keeps the lower limits where stretches overlap', () => {
    const stretches = [
      { from: 0, to: 2 * third, limits: { ...limits, velocity: limits.velocity.map((v) => v / 10) } },
      { from: third, to: route.length, limits: { ...limits, acceleration: limits.acceleration.map((a) => a / 4) } },
    ];
    const marks = [third, 2 * third];
    const { trajectory, markTimes } = timePathInParts(route, { limits }, { stretches, marks });
    const [from = 0, to = 0] = markTimes;
    const both = {
      ...limits,
      velocity: limits.velocity.map((v) => v / 10),
      acceleration: limits.acceleration.map((a) => a / 4),
    };
    expectWithin(trajectory, from, to, both);
  });

  it('limits the tool speed of each stretch, also between the samples', () => {
    const stretches = [
      { from: 0, to: third, limits, tool: planarTool(0.3) },
      { from: third, to: route.length, limits, tool: planarTool(0.1) },
    ];
    const { trajectory, markTimes } = timePathInParts(route, { limits }, { stretches, marks: [third] });
    const sampler = new TrajectorySampler(trajectory);
    const out = createSample(6);
    const fastest = [0, 0];
    for (let i = 0; i <= 50_000; i++) {
      const time = (i / 50_000) * sampler.duration;
      sampler.sample(time, out);
      const part = time < (markTimes[0] ?? 0) - 1e-9 ? 0 : 1;
      fastest[part] = Math.max(fastest[part] ?? 0, planarSpeed(out.positions, out.velocities));
    }
    expect(fastest[0]).toBeLessThan(0.3 + 1e-9);
    expect(fastest[0]).toBeGreaterThan(0.299);
    expect(fastest[1]).toBeLessThan(0.1 + 1e-9);
    expect(fastest[1]).toBeGreaterThan(0.0999);
  });
});

it('passes a mark at its returned time', () => {
  const marks = [0, 0.3, third, 2 * third, route.length];
  const { trajectory, markTimes } = timePathInParts(route, { limits }, { marks });
  const sampler = new TrajectorySampler(trajectory);
  const out = createSample(6);
  marks.forEach((s, index) => {
    sampler.sample(markTimes[index] ?? Number.NaN, out);
    expect(jointDistance(out.positions, route.positionAt(s))).toBeLessThan(2e-5);
  });
  expect(markTimes.at(-1)).toBe(trajectoryDuration(trajectory));
});
