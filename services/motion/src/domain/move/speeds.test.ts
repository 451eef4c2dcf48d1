import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import {
  createSample,
  findLimitViolations,
  type Trajectory,
  TrajectorySampler,
  trajectoryDuration,
} from '@cellwright/trajectory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tcpPoseOf } from '../arm-context.ts';
import { arm, jointTarget, lineTarget, makeRequest, ready, segmentsOf, shiftedPose } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MoveTarget } from './request.ts';

/** Time between checks of a trajectory, seconds. */
const lookStep = 0.001;
/** Step of a central difference, seconds: its error is far below a nanometre per second. */
const difference = 1e-5;

/** Returns the maximum of some quantity of a trajectory between two times, checked every millisecond. */
function mostBetween(
  trajectory: Trajectory,
  from: number,
  to: number,
  quantityAt: (sampler: TrajectorySampler, time: number) => number,
): number {
  const sampler = new TrajectorySampler(trajectory);
  let most = 0;
  for (let time = from; time <= to; time += lookStep) most = Math.max(most, quantityAt(sampler, time));
  return most;
}

/** Returns the share of its speed that the fastest joint uses. */
function speedShareAt(sampler: TrajectorySampler, time: number): number {
  const out = createSample(6);
  sampler.sample(time, out);
  return Math.max(...out.velocities.map((v, joint) => Math.abs(v) / (arm.limits.velocity[joint] ?? 0)));
}

/** Returns the speed of a TCP from its position slightly before and after, m/s. */
function toolSpeedAt(tcp: Pose) {
  const out = createSample(6);
  return (sampler: TrajectorySampler, time: number): number => {
    const middle = Math.min(Math.max(time, difference), sampler.duration - difference);
    const [before, after] = [-difference, difference].map((by) => {
      sampler.sample(middle + by, out);
      return composePoses(arm.kinematics.computeTipPose(out.positions), tcp);
    });
    if (!before || !after) return Number.NaN;
    return Math.hypot(after.x - before.x, after.y - before.y, after.z - before.z) / (2 * difference);
  };
}

const legs = (speeds: readonly number[], limits: MoveTarget['limits'] = {}): MoveTarget[] => {
  const shifts = [
    [0.1, 0, 0],
    [0.1, 0.1, 0],
    [0.1, 0.1, 0.1],
    [0, 0.1, 0.1],
  ] as const;
  return speeds.map((motionSpeed, index) =>
    lineTarget(shiftedPose(ready, shifts[index] ?? [0, 0, 0]), { motionSpeed, blendRadius: 0.02, limits }),
  );
};

const timesOf = (targets: readonly MoveTarget[]) => segmentsOf(planMove(arm, makeRequest(targets)))[0];

describe('targets with different speeds, in one motion', () => {
  it('apply each on their own leg, up to the corners', () => {
    const percents = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(percents, (speeds) => {
        const segments = segmentsOf(planMove(arm, makeRequest(legs(speeds))));
        expect(segments).toHaveLength(1);
        const { trajectory, targetTimes } = segments[0] ?? { trajectory: { points: [] }, targetTimes: [] };
        speeds.forEach((percent, leg) => {
          const most = mostBetween(trajectory, targetTimes[leg - 1] ?? 0, targetTimes[leg] ?? 0, speedShareAt);
          expect(most).toBeLessThan(percent / 100 + 1e-9);
        });
      }),
      { numRuns: 12, seed: 5 },
    );
  }, 60_000);

  it('slow down only their own leg', () => {
    const even = timesOf(legs([100, 100, 100, 100]));
    const slow = timesOf(legs([100, 100, 2, 100]));
    const [evenTimes = [], slowTimes = []] = [even?.targetTimes, slow?.targetTimes];
    const took = (times: readonly number[], leg: number) => (times[leg] ?? 0) - (times[leg - 1] ?? 0);
    expect(took(slowTimes, 2)).toBeGreaterThan(2 * took(evenTimes, 2));
    expect(took(slowTimes, 0)).toBeLessThan(1.2 * took(evenTimes, 0));
    // Next to the slow leg the arm has to slow down and speed up again, but cruises in between.
    expect(took(slowTimes, 3)).toBeLessThan(2 * took(evenTimes, 3));
    const slowest = segmentsOf(planMove(arm, makeRequest(legs([2, 2, 2, 2]))))[0];
    expect(slowTimes.at(-1)).toBeLessThan(0.7 * (slowest?.targetTimes.at(-1) ?? 0));
  });

  it('equal one speed for all if they are the same', () => {
    const limits = { maxJointSpeeds: arm.limits.velocity.map((v) => v * 0.1) };
    const own = planMove(arm, makeRequest(legs([100, 100, 100], limits)));
    expect(own).toEqual(planMove(arm, makeRequest(legs([100, 100, 100]), { limits })));
  });

  it('reach or pass each target at the reported time, also if the way crosses itself', () => {
    const [a, b] = [shiftedPose(ready, [0.1, 0, 0]), shiftedPose(ready, [0.1, 0.1, 0])];
    const options = { blendRadius: 0.01 };
    const targets = [lineTarget(a, options), lineTarget(b, options), lineTarget(a, options), lineTarget(b)];
    const segment = timesOf(targets);
    const sampler = new TrajectorySampler(segment?.trajectory ?? { points: [] });
    const out = createSample(6);
    const miss = (segment?.targetTimes ?? []).map((time, index) => {
      sampler.sample(time, out);
      const { x, y, z } = tcpPoseOf(arm, out.positions, identityPose);
      const end = segmentsOf(planMove(arm, makeRequest([lineTarget(index % 2 === 0 ? a : b)])))[0];
      const place = tcpPoseOf(arm, end?.trajectory.points.at(-1)?.positions ?? [], identityPose);
      return Math.hypot(x - place.x, y - place.y, z - place.z);
    });
    expect(Math.max(...miss)).toBeLessThan(0.01);
    expect(segment?.targetTimes).toEqual([...(segment?.targetTimes ?? [])].sort((p, q) => p - q));
    expect(new Set(segment?.targetTimes).size).toBe(4);
  });

  it('skip a target at the current position', () => {
    const here = jointTarget(ready, { blendRadius: 0.05 });
    const [segment] = segmentsOf(planMove(arm, makeRequest([here, here, ...legs([100])])));
    expect(segment?.targetTimes.slice(0, 2)).toEqual([0, 0]);
    expect(segment?.targetTimes[2]).toBe(trajectoryDuration(segment?.trajectory ?? { points: [] }));
  });
});

describe('a tool speed', () => {
  const turn = fc.double({ min: -0.5, max: 0.5, noNaN: true });
  const elsewhere = fc
    .tuple(turn, turn, turn, turn, turn, turn)
    .map((by) => ready.map((angle, joint) => angle + (by[joint] ?? 0)));
  const tcp = { ...identityPose, x: 0.05, z: 0.2 };

  it('limits a joint move that would exceed it only slightly', () => {
    fc.assert(
      fc.property(elsewhere, fc.constantFrom(1e-4, 3e-6, 1e-7), (joints, excess) => {
        const tool = { tcp, boxes: [] };
        const free = planMove(arm, makeRequest([jointTarget(joints)], { tool }));
        if (!free.ok) return;
        const [{ trajectory } = { trajectory: { points: [] } }] = free.segments;
        const fastest = mostBetween(trajectory, 0, trajectoryDuration(trajectory), toolSpeedAt(tcp));
        if (!(fastest > 0.01)) return;
        const maxTooltipSpeed = fastest * (1 - excess);
        const plan = segmentsOf(
          planMove(arm, makeRequest([jointTarget(joints)], { tool, limits: { maxTooltipSpeed } })),
        );
        const held = plan[0]?.trajectory ?? { points: [] };
        const most = mostBetween(held, 0, trajectoryDuration(held), toolSpeedAt(tcp));
        expect(most).toBeLessThan(maxTooltipSpeed + 1e-9);
        expect(trajectoryDuration(held)).toBeLessThan(trajectoryDuration(trajectory) * 1.005);
      }),
      { numRuns: 30, seed: 8 },
    );
  }, 60_000);

  it.each([
    ['one joint move', [5e-7], {}],
    ['two that are rounded', [3e-7, 5e-7], { blendRadius: 0.01 }],
  ])('limits moves too short for a path: %s', (_name, by, options) => {
    const limits = { maxTooltipSpeed: 1e-6, maxJointJerks: arm.limits.jerk.map((j) => j / 10) };
    const targets = by.map((turn) => jointTarget([turn, ...ready.slice(1)], { ...options, limits }));
    const [segment] = segmentsOf(planMove(arm, makeRequest(targets)));
    const trajectory = segment?.trajectory ?? { points: [] };
    const duration = trajectoryDuration(trajectory);
    expect(mostBetween(trajectory, 0, duration, toolSpeedAt(identityPose))).toBeLessThan(1e-6 + 1e-9);
    expect(duration).toBeGreaterThan(0.1);
    expect(findLimitViolations(trajectory, { ...arm.limits, jerk: limits.maxJointJerks })).toEqual([]);
    expect(segment?.targetTimes.at(-1)).toBe(duration);
  });

  it('limits lines and corners separately', () => {
    const speeds = [0.25, 0.05, 0.1];
    const targets = legs([100, 100, 100]).map((target, index) => ({
      ...target,
      limits: { maxTooltipSpeed: speeds[index] ?? Number.NaN },
    }));
    const segment = segmentsOf(planMove(arm, makeRequest(targets, { tool: { tcp, boxes: [] } })))[0];
    speeds.forEach((speed, leg) => {
      const { trajectory, targetTimes } = segment ?? { trajectory: { points: [] }, targetTimes: [] };
      const [from, to] = [targetTimes[leg - 1] ?? 0, targetTimes[leg] ?? 0];
      const most = mostBetween(trajectory, from + difference, to - difference, toolSpeedAt(tcp));
      expect(most).toBeLessThan(speed + 1e-9);
      expect(most).toBeGreaterThan(speed * 0.999);
    });
  });
});

/** Returns the acceleration of the flange from its position slightly before, at and after, m/s². */
function toolAccelerationAt(sampler: TrajectorySampler, time: number): number {
  const step = 1e-3;
  const middle = Math.min(Math.max(time, step), sampler.duration - step);
  const out = createSample(6);
  const [a, b, c] = [-step, 0, step].map((by) => {
    sampler.sample(middle + by, out);
    return arm.kinematics.computeTipPose(out.positions);
  });
  if (!a || !b || !c) return Number.NaN;
  return Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y, a.z - 2 * b.z + c.z) / step ** 2;
}

describe('maxTooltipAcceleration', () => {
  const far = [0.9, -0.6, 1.9, 0.2, 1, 0.4];
  const targets = { line: lineTarget(shiftedPose(ready, [0, 0.25, -0.1])), joint: jointTarget(far) };
  const most = (target: MoveTarget, cap: number | undefined) => {
    const request = makeRequest([target], { limits: cap === undefined ? {} : { maxTooltipAcceleration: cap } });
    const [segment] = segmentsOf(planMove(arm, request));
    if (!segment) throw new Error('There is one segment');
    const duration = trajectoryDuration(segment.trajectory);
    return { most: mostBetween(segment.trajectory, 0, duration, toolAccelerationAt), duration };
  };

  it.each(Object.entries(targets))('slows down a %s move', (_, target) => {
    const free = most(target, undefined);
    expect(free.most).toBeGreaterThan(0.6);
    const capped = most(target, 0.3);
    expect(capped.most).toBeLessThanOrEqual(0.3 * 1.02);
    expect(capped.most).toBeGreaterThan(0.2);
    expect(capped.duration).toBeGreaterThan(free.duration);
  });
});
