import { identityPose, type Pose } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restPoseFromTcp, tcpPoseOf } from '../arm-context.ts';
import { arm, jointTarget, lineTarget, makeRequest, ready } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MovePlan, MoveTarget } from './request.ts';

const wristAt = (angle: number) => [...ready.slice(0, 5), angle];
const poseOf = (joints: readonly number[]) => restPoseFromTcp(tcpPoseOf(arm, joints, identityPose));
const planFrom = (startJoints: readonly number[], targets: readonly MoveTarget[], mayAvoid: boolean) =>
  planMove(arm, makeRequest(targets, { startJoints, mayAvoid }));
const failureOf = (plan: MovePlan) => (plan.ok ? undefined : plan.failure);

/** Returns the joint angles of the advice in a refusal. */
function readAdvice(plan: MovePlan, from: readonly number[]): readonly number[] {
  const advice = failureOf(plan)?.causes?.find(({ key }) => key === 'turnFirst' || key === 'moveFirst')?.values;
  if (typeof advice?.joints === 'string') return advice.joints.split(', ').map(Number);
  return from.map((angle, joint) => (joint === advice?.joint ? Number(advice.angle) : angle));
}

function shift(pose: Pose, [x, y, z]: readonly [number, number, number]): Pose {
  return { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z };
}

describe.each([true, false])('a line from the current position (detours allowed: %s)', (mayAvoid) => {
  const wound = wristAt(6.1);
  const line = lineTarget(shift(poseOf(wristAt(6.1 + Math.PI / 4)), [0, 0, 0.02]));

  it('fails behind a wound-up wrist with the joint to turn first, from where it is possible', () => {
    const plan = planFrom(wound, [line], mayAvoid);
    expect(failureOf(plan)).toMatchObject({
      kind: 'jointLimits',
      targetIndex: 0,
      reason: expect.stringMatching(/; move joint 5 to -0\.183 rad first, from where it is possible$/),
      causes: [{ key: 'pathLeavesLimits' }, { key: 'turnFirst', values: { joint: 5, angle: -0.183 } }],
    });
    const turned = readAdvice(plan, wound);
    expect(planFrom(wound, [jointTarget(turned)], mayAvoid)).toMatchObject({ ok: true });
    expect(planFrom(turned, [line], mayAvoid)).toMatchObject({ ok: true });
  });

  it('fails with an advice that works, from every turn of the wrist', () => {
    const angle = fc.double({ min: -6.2, max: 6.2, noNaN: true });
    fc.assert(
      fc.property(angle, angle, (from, to) => {
        const target = lineTarget(shift(poseOf(wristAt(to)), [0, 0.02, 0.02]));
        const plan = planFrom(wristAt(from), [target], mayAvoid);
        const start = plan.ok ? wristAt(from) : readAdvice(plan, wristAt(from));
        expect(planFrom(start, [target], mayAvoid)).toMatchObject({ ok: true });
      }),
      { numRuns: propertyRuns(8, 100), seed: 3 },
    );
  });

  it('fails with the other branch if no full turn helps', () => {
    const bent = [-0.37, -0.79, 1.31, 0.83, 1.82, -0.34];
    const pastSingularity = lineTarget(shift(poseOf(bent), [0.08, 0.06, 0.23]));
    const plan = planFrom(bent, [pastSingularity], mayAvoid);
    expect(failureOf(plan)?.causes?.map(({ key }) => key)).toEqual(['pathNearSingularity', 'moveFirst']);
    expect(planFrom(readAdvice(plan, bent), [pastSingularity], mayAvoid)).toMatchObject({ ok: true });
  });

  it('fails without advice if no other start makes it possible', () => {
    const plan = planFrom(wound, [lineTarget(shift(poseOf(wound), [3, 0, 0]))], mayAvoid);
    expect(failureOf(plan)?.reason).not.toContain('first');
  });

  it('fails without advice about a later stretch, which another posture would make possible', () => {
    const plan = planFrom(wound, [jointTarget(ready), lineTarget(shift(poseOf(ready), [3, 0, 0]))], mayAvoid);
    expect(failureOf(plan)).toMatchObject({ targetIndex: 1, reason: expect.not.stringContaining('first') });
  });
});
