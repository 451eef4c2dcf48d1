import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceToPolyline, expectDenselyWithin } from '../checking.fixture.ts';
import { ARM_LIMITS, PROPERTY } from '../fixtures.ts';
import { planMove } from '../joints/rest-to-rest.ts';
import { findLimitViolations } from '../limits.ts';
import { TrajectorySampler } from '../sample.ts';
import type { Trajectory } from '../trajectory.ts';
import { createSample, joinTrajectories, trajectoryDuration } from '../trajectory.ts';
import { validateTrajectory } from '../validate.ts';
import { blendWaypoints } from './blended-path.ts';
import type { GeometricPath } from './geometric-path.ts';
import { jointDistance } from './geometric-path.ts';
import { interpolateWaypoints } from './spline-path.ts';
import { type PathTimingOptions, timePath } from './time-path.ts';

const limits = ARM_LIMITS;
const ZIGZAG = [
  [0, 0, 0, 0, 0, 0],
  [1, -1.2, 0.5, 0.2, 0.8, -1],
  [1.5, -0.2, 0.9, 0.2, -0.8, -1],
  [0.5, -0.2, 1.9, -0.5, -0.8, 0],
];
const CURVE = Array.from({ length: 60 }, (_, i) => {
  const u = (3 * i) / 59;
  return [Math.sin(u), Math.cos(u) - 1, 0.3 * Math.sin(2 * u), 0.2 * u, -0.5 * u, Math.sin(u + 1)];
});

/** A tool on the first two joints, of arms of 0.6 and 0.5 m. */
const toolPosition = ([a = 0, b = 0]: readonly number[]) => [
  0.6 * Math.cos(a) + 0.5 * Math.cos(a + b),
  0.6 * Math.sin(a) + 0.5 * Math.sin(a + b),
  0,
];

function positionsAt(trajectory: Trajectory, count: number): number[][] {
  const sampler = new TrajectorySampler(trajectory);
  const out = createSample(sampler.jointCount);
  return Array.from({ length: count + 1 }, (_, i) => {
    sampler.sample((i / count) * sampler.duration, out);
    return [...out.positions];
  });
}

/** Returns the trajectory's worst deviation from the path. */
function deviation(trajectory: Trajectory, path: GeometricPath): number {
  const ends = path.spanEnds;
  const along = ends.slice(1).flatMap((to, span) => {
    const from = ends[span] ?? 0;
    return Array.from({ length: 401 }, (_, i) => path.positionAt(from + (i / 400) * (to - from)));
  });
  return Math.max(...positionsAt(trajectory, 200).map((point) => distanceToPolyline(point, along)));
}

/** Returns the tool's greatest speed from differences of its positions. */
function toolSpeed(trajectory: Trajectory): number {
  const count = 4000;
  const dt = trajectoryDuration(trajectory) / count;
  const tool = positionsAt(trajectory, count).map(toolPosition);
  return Math.max(...tool.slice(1).map((point, i) => jointDistance(point, tool[i] ?? point) / dt));
}

function timeCurve(options: PathTimingOptions): Trajectory {
  const path = interpolateWaypoints(CURVE);
  if (path === undefined) throw new Error('The path is undefined.');
  return timePath(path, options);
}

function expectSound(trajectory: Trajectory | undefined, to: readonly number[]): Trajectory {
  if (trajectory === undefined) throw new Error('The trajectory is undefined.');
  expect(validateTrajectory(trajectory, { endsAtRest: true })).toEqual([]);
  trajectory.points.at(-1)?.positions.forEach((p, joint) => {
    expect(p).toBeCloseTo(to[joint] ?? Number.NaN, 9);
  });
  expect(findLimitViolations(trajectory, limits)).toEqual([]);
  expectDenselyWithin(trajectory, limits);
  return trajectory;
}

describe('timePath', () => {
  it('finds a time within half a percent of the optimum along a straight line', () => {
    const [from = [], to = []] = ZIGZAG;
    const [line] = blendWaypoints([from, to], []);
    const timed = line === undefined ? undefined : timePath(line, { limits });
    const optimum = trajectoryDuration(planMove(from, to, limits));
    const duration = trajectoryDuration(expectSound(timed, to));
    expect(duration).toBeGreaterThan(optimum * 0.9999);
    expect(duration).toBeLessThan(optimum * 1.005);
  });

  it.each([0.02, 0.1, 0.4])('keeps all limits and stays on the path around corners of %d rad', (radius) => {
    const [path] = blendWaypoints(ZIGZAG, [0, radius, radius, 0]);
    if (path === undefined) throw new Error('The path is undefined.');
    const trajectory = expectSound(timePath(path, { limits }), ZIGZAG[3] ?? []);
    expect(deviation(trajectory, path)).toBeLessThan(2e-5);
  });

  it('keeps all limits and stays on the path through a dense curve', () => {
    const path = interpolateWaypoints(CURVE);
    if (path === undefined) throw new Error('The path is undefined.');
    const trajectory = expectSound(timePath(path, { limits }), CURVE[59] ?? []);
    expect(deviation(trajectory, path)).toBeLessThan(2e-5);
  });

  it('uses at least one limit fully', () => {
    const trajectory = timeCurve({ limits });
    const tight = {
      ...limits,
      jerk: limits.jerk.map((j) => j * 0.999),
      acceleration: limits.acceleration.map((a) => a * 0.999),
    };
    expect(findLimitViolations(trajectory, tight).length).toBeGreaterThan(0);
  });

  it('keeps the tool speed limit without being slower than it requires', () => {
    const tool = { speed: 0.25, position: toolPosition };
    const trajectory = expectSound(timeCurve({ limits, tool }), CURVE[59] ?? []);
    const speed = toolSpeed(trajectory);
    expect(speed).toBeLessThanOrEqual(0.25 + 1e-9);
    expect(speed).toBeGreaterThan(0.249);
    const tool2 = positionsAt(trajectory, 2000).map(toolPosition);
    const way = tool2.slice(1).reduce((sum, point, i) => sum + jointDistance(point, tool2[i] ?? point), 0);
    expect(trajectoryDuration(trajectory)).toBeLessThan((way / 0.25) * 1.1 + 0.5);
  });

  it('keeps the tool acceleration limit', () => {
    const tool = { speed: 1, acceleration: 0.5, position: toolPosition };
    const trajectory = expectSound(timeCurve({ limits, tool }), CURVE[59] ?? []);
    const count = 2000;
    const dt = trajectoryDuration(trajectory) / count;
    const at = positionsAt(trajectory, count).map(toolPosition);
    const accelerations = at.slice(1, -1).map((here, i) => {
      const bend = here.map((x, axis) => (at[i]?.[axis] ?? 0) - 2 * x + (at[i + 2]?.[axis] ?? 0));
      return Math.hypot(...bend) / dt ** 2;
    });
    expect(Math.max(...accelerations)).toBeLessThan(0.5 * 1.002);
  });

  it('keeps every limit on paths of any shape', () => {
    const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
    const point = fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate);
    const paths = fc.array(fc.tuple(point, fc.constantFrom(0, 0.01, 0.2, 1)), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(paths, (corners) => {
        const waypoints = corners.map(([waypoint]) => waypoint);
        const radii = corners.map(([, radius]) => radius);
        const runs = blendWaypoints(waypoints, radii).map((path) => timePath(path, { limits }));
        fc.pre(runs.length > 0);
        expectSound(joinTrajectories(runs), waypoints.at(-1) ?? []);
      }),
      { ...PROPERTY, numRuns: propertyRuns(8, 25) },
    );
  });

  it('returns the same result every time', () => {
    expect(timeCurve({ limits })).toEqual(timeCurve({ limits }));
  });
});
