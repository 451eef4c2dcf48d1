import { defaultArm } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { identityPose } from '@cellwright/geometry';
import { findLimitViolations, trajectoryDuration, validateTrajectory } from '@cellwright/trajectory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tcpPoseFromRest, tcpPoseOf } from '../arm-context.ts';
import {
  arm,
  distanceFromLine,
  jointTarget,
  lineTarget,
  makeRequest,
  ready,
  sampleEvery,
  segmentsOf,
  shiftedPose,
} from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MoveRequest, MoveTarget } from './request.ts';

const bystander = createSelfCollisionChecker(defaultArm);
const turn = fc.double({ min: -0.5, max: 0.5, noNaN: true });
const nearby = fc
  .tuple(turn, turn, turn, turn, turn, turn)
  .map((by) => ready.map((angle, joint) => angle + (by[joint] ?? 0)));
const shift = fc.tuple(
  fc.double({ min: -0.12, max: 0.12, noNaN: true }),
  fc.double({ min: -0.12, max: 0.12, noNaN: true }),
  fc.double({ min: -0.12, max: 0.12, noNaN: true }),
);
const options = fc.record({
  motionSpeed: fc.integer({ min: 5, max: 100 }),
  blendRadius: fc.constantFrom(0, 0.01, 0.05, 0.2),
  stopHere: fc.boolean(),
});
const target: fc.Arbitrary<MoveTarget> = fc.oneof(
  fc.tuple(nearby, options).map(([joints, rest]) => jointTarget(joints, rest)),
  fc.tuple(shift, options).map(([by, rest]) => lineTarget(shiftedPose(ready, by), rest)),
);
const anyMove = fc.array(target, { minLength: 1, maxLength: 3 });

describe('every plan', () => {
  it('starts and ends at rest, is continuous, keeps all limits and touches nothing', () => {
    let planned = 0;
    fc.assert(
      fc.property(anyMove, (targets) => {
        const plan = planMove(arm, makeRequest(targets));
        if (!plan.ok) return;
        planned++;
        let at: readonly number[] = ready;
        for (const { trajectory, targetTimes } of plan.segments) {
          expect(
            validateTrajectory(trajectory, {
              jointCount: 6,
              startPositions: at,
              startTolerance: 1e-9,
              endsAtRest: true,
            }),
          ).toEqual([]);
          expect(findLimitViolations(trajectory, arm.limits, 1e-6)).toEqual([]);
          for (const joints of sampleEvery(trajectory, 0.004)) {
            expect(bystander.checkConfiguration(joints).kind).toBe('clear');
          }
          expect([...targetTimes].sort((a, b) => a - b)).toEqual([...targetTimes]);
          expect(targetTimes.at(-1)).toBe(trajectoryDuration(trajectory));
          at = trajectory.points.at(-1)?.positions ?? at;
        }
        expect(plan.segments[0]?.firstTarget).toBe(0);
        expect(plan.segments.at(-1)?.lastTarget).toBe(targets.length - 1);
      }),
      { numRuns: 60, seed: 31 },
    );
    expect(planned).toBeGreaterThan(30);
  }, 60_000);

  it('repeats for the same request', () => {
    const request = makeRequest([
      jointTarget([0.4, -0.2, 1.4, 0.5, 1.1, 0.2], { blendRadius: 0.05 }),
      lineTarget(shiftedPose(ready, [0.05, 0, 0.1])),
    ]);
    expect(planMove(arm, request)).toEqual(planMove(arm, request));
  });
});

describe('a joint move', () => {
  it('runs straight in joint space and ends exactly', () => {
    const goal = [0.5, -0.6, 1.2, 0.1, 1.5, -1];
    const [segment] = segmentsOf(planMove(arm, makeRequest([jointTarget(goal)])));
    expect(segment?.trajectory.points.at(-1)?.positions).toEqual(goal);
    for (const joints of sampleEvery(segment?.trajectory ?? { points: [] }, 0.01)) {
      const share = ((joints[0] ?? 0) - (ready[0] ?? 0)) / 0.5;
      joints.forEach((angle, joint) => {
        const from = ready[joint] ?? 0;
        expect(angle).toBeCloseTo(from + share * ((goal[joint] ?? 0) - from), 6);
      });
    }
  });

  it('keeps a tool speed', () => {
    const request = makeRequest([jointTarget([0.8, -0.3, 1.6, 0.4, 1.2, 0])], { limits: { maxTooltipSpeed: 0.1 } });
    const [segment] = segmentsOf(planMove(arm, request));
    expect(fastestTool(request, segment?.trajectory)).toBeLessThan(0.1 * 1.002);
  });

  it('has no motion when the arm is there already', () => {
    const [segment] = segmentsOf(planMove(arm, makeRequest([jointTarget(ready)])));
    expect(segment?.distanceMeters).toBe(0);
  });
});

describe('a line', () => {
  it.each([
    [0, 0, 0.15],
    [0.2, 0.1, 0],
    [-0.1, -0.1, -0.1],
  ] as const)('stays straight within 0.1 mm: %f %f %f', (x, y, z) => {
    const goal = shiftedPose(ready, [x, y, z]);
    const [segment] = segmentsOf(planMove(arm, makeRequest([lineTarget(goal)])));
    const from = tcpPoseOf(arm, ready, identityPose);
    const to = tcpPoseFromRest(goal);
    const samples = sampleEvery(segment?.trajectory ?? { points: [] }, 0.004);
    const worst = Math.max(
      ...samples.map((joints) => distanceFromLine(tcpPoseOf(arm, joints, identityPose), from, to)),
    );
    expect(worst).toBeLessThan(1e-4);
    const end = tcpPoseOf(arm, samples.at(-1) ?? [], identityPose);
    expect(Math.hypot(end.x - to.x, end.y - to.y, end.z - to.z)).toBeLessThan(1e-6);
    expect(segment?.distanceMeters).toBeCloseTo(Math.hypot(x, y, z), 3);
  });
});

describe('a blend', () => {
  const corner = [0.4, -0.3, 1.6, 0.4, 1.2, 0];
  const end = [0.4, -0.6, 1.6, 0.4, 1.2, 0];
  it.each([0.01, 0.05, 0.15])(
    'stays within its radius of %f m from the corner, and passes without stopping',
    (blendRadius) => {
      const request = makeRequest([jointTarget(corner, { blendRadius }), jointTarget(end)]);
      const segments = segmentsOf(planMove(arm, request));
      expect(segments).toHaveLength(1);
      const trajectory = segments[0]?.trajectory ?? { points: [] };
      const place = tcpPoseOf(arm, corner, identityPose);
      const nearest = Math.min(
        ...sampleEvery(trajectory, 0.002).map((joints) => {
          const { x, y, z } = tcpPoseOf(arm, joints, identityPose);
          return Math.hypot(x - place.x, y - place.y, z - place.z);
        }),
      );
      expect(nearest).toBeLessThan(blendRadius);
      const cornerTime = segments[0]?.targetTimes[0] ?? 0;
      const passing = trajectory.points.find(({ timeFromStart }) => timeFromStart >= cornerTime);
      expect(Math.hypot(...(passing?.velocities ?? []))).toBeGreaterThan(0.01);
      for (const joints of sampleEvery(trajectory, 0.004)) {
        const { x, y, z } = tcpPoseOf(arm, joints, identityPose);
        if (Math.hypot(x - place.x, y - place.y, z - place.z) <= blendRadius + 0.002) continue;
        expect(distanceFromLegs(joints, corner, end)).toBeLessThan(2e-3);
      }
    },
  );

  it.each([{ blendRadius: 0 }, { blendRadius: 0.05, stopHere: true }])(
    'does not apply, and the arm stops, with %o',
    (rest) => {
      const segments = segmentsOf(planMove(arm, makeRequest([jointTarget(corner, rest), jointTarget(end)])));
      expect(segments.map(({ firstTarget, lastTarget }) => [firstTarget, lastTarget])).toEqual([
        [0, 0],
        [1, 1],
      ]);
      expect(segments[0]?.trajectory.points.at(-1)?.positions).toEqual(corner);
    },
  );

  it('takes less time than stopping at the corner', () => {
    const time = (blendRadius: number) =>
      segmentsOf(planMove(arm, makeRequest([jointTarget(corner, { blendRadius }), jointTarget(end)]))).reduce(
        (sum, { trajectory }) => sum + trajectoryDuration(trajectory),
        0,
      );
    expect(time(0.1)).toBeLessThan(time(0));
  });
});

describe('an impossible move', () => {
  const refusalOf = (request: MoveRequest) => {
    const plan = planMove(arm, request);
    return plan.ok ? undefined : plan.failure;
  };

  it('names the joint that would exceed its range', () => {
    expect(refusalOf(makeRequest([jointTarget(ready), jointTarget([0, -0.3, 3.2, 0.4, 1.2, 0])]))).toMatchObject({
      kind: 'jointLimits',
      targetIndex: 1,
      reason: expect.stringContaining('joint 2 would be at 3.200 rad'),
    });
  });

  it('reports an arm outside its range', () => {
    const startJoints = [0, -0.3, 3.2, 0.4, 1.2, 0];
    expect(refusalOf(makeRequest([jointTarget(ready)], { startJoints }))?.reason).toContain('is outside its range');
  });

  it('reports a place out of reach', () => {
    expect(refusalOf(makeRequest([lineTarget({ ...shiftedPose(ready, [0, 0, 0]), z: 3 })]))?.kind).toBe('unreachable');
  });

  it('reports the place on a line with a singularity or the end of a range', () => {
    const through = lineTarget({ ...shiftedPose(ready, [0, 0, 0]), x: 0, y: 0.02, z: 1.2 });
    expect(refusalOf(makeRequest([through]))?.reason).toMatch(/joint \d|reach|singular|touch/);
  });

  it('names the pair that would touch, and the target before which it does', () => {
    const intoFloor = jointTarget([0, 1.9, 1, 0, 1.2, 0]);
    const failure = refusalOf(makeRequest([jointTarget([0.2, ...ready.slice(1)]), intoFloor]));
    expect(failure).toMatchObject({ targetIndex: 1, reason: expect.stringMatching(/^the .* would touch the /) });
    expect(['pathInCollision', 'goalInCollision']).toContain(failure?.kind);
  });

  it('names the target that ends in the floor, not the next one, which would start there', () => {
    const straightDown = { ...shiftedPose(ready, [0, 0, 0]), z: -0.05 };
    const targets = [jointTarget([0.2, ...ready.slice(1)]), lineTarget(straightDown), jointTarget(ready)];
    expect(refusalOf(makeRequest(targets, { mayAvoid: true }))).toMatchObject({
      kind: 'goalInCollision',
      targetIndex: 1,
      reason: expect.stringContaining('would touch the floor'),
    });
  });

  it('fails when it would take too long', () => {
    const limits = { maxJointSpeeds: Array(6).fill(1e-300) };
    expect(refusalOf(makeRequest([jointTarget([0.1, ...ready.slice(1)])], { limits }))?.reason).toContain(
      'longer than an hour',
    );
  });

  it('fails from a start with contact', () => {
    expect(refusalOf(makeRequest([jointTarget(ready)], { startJoints: [0, 1.9, 1, 0, 1.2, 0] }))?.kind).toBe(
      'startInCollision',
    );
  });
});

it('a box of the tool is part of the arm, for this plan only', () => {
  const tool = { tcp: identityPose, boxes: [{ pose: { ...identityPose, z: 0.31 }, size: [0.06, 0.06, 0.6] as const }] };
  const target = [jointTarget([0.3, 0.6, 1.6, 2, 1.2, 0])];
  const carrying = planMove(arm, makeRequest(target, { tool }));
  expect(carrying).toMatchObject({ ok: false, failure: { reason: 'the tool would touch the floor' } });
  expect(planMove(arm, makeRequest(target)).ok).toBe(true);
});

function fastestTool(request: MoveRequest, trajectory = { points: [] } as Parameters<typeof sampleEvery>[0]): number {
  const places = sampleEvery(trajectory, 0.004).map((joints) => tcpPoseOf(arm, joints, request.tool.tcp));
  return Math.max(
    ...places.slice(1, -1).map(({ x, y, z }, index) => {
      const before = places[index];
      return before ? Math.hypot(x - before.x, y - before.y, z - before.z) / 0.004 : 0;
    }),
  );
}

/** Returns the joint-space distance from the two straight legs ready → corner → end, rad. */
function distanceFromLegs(joints: readonly number[], corner: readonly number[], end: readonly number[]): number {
  const leg = (from: readonly number[], to: readonly number[]) => {
    const along = to.map((value, joint) => value - (from[joint] ?? 0));
    const square = along.reduce((sum, value) => sum + value * value, 0);
    const dot = along.reduce((sum, value, joint) => sum + value * ((joints[joint] ?? 0) - (from[joint] ?? 0)), 0);
    const share = Math.min(1, Math.max(0, dot / square));
    return Math.hypot(...along.map((value, joint) => (from[joint] ?? 0) + share * value - (joints[joint] ?? 0)));
  };
  return Math.min(leg(ready, corner), leg(corner, end));
}
