import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import { distancePoses, identityPose, type Pose } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restPoseFromTcp, tcpPoseOf } from '../arm-context.ts';
import { runTask } from '../task.ts';
import { arm, jointTarget, lineTarget, makePoseTarget, makeRequest, ready, segmentsOf } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MovePlan, MoveTarget } from './request.ts';

/** Joints with the wrist jogged nearly to its limit. */
const wound = [...ready.slice(0, 5), 6.1];

/** Returns the pose of the tool at joint angles, turned by another quarter about its own axis, and shifted. */
function turnedOn(joints: readonly number[], [x, y, z]: readonly [number, number, number]): Pose {
  const turned = joints.map((angle, joint) => (joint === 5 ? angle + Math.PI / 4 : angle));
  const pose = restPoseFromTcp(tcpPoseOf(arm, turned, identityPose));
  return { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z };
}

const poseOf = (joints: readonly number[]) => restPoseFromTcp(tcpPoseOf(arm, joints, identityPose));
const endOf = (plan: MovePlan) => segmentsOf(plan).at(-1)?.trajectory.points.at(-1)?.positions ?? [];
const failureOf = (plan: MovePlan) => (plan.ok ? undefined : plan.failure);
const planFrom = (startJoints: readonly number[], targets: readonly MoveTarget[], mayAvoid: boolean) =>
  planMove(arm, makeRequest(targets, { startJoints, mayAvoid }));

describe.each([true, false])('the posture of a pose (detours allowed: %s)', (mayAvoid) => {
  const line = lineTarget(turnedOn(ready, [0, 0, 0.02]));
  const wristAt = (angle: number) => [...ready.slice(0, 5), angle];

  it('stays the nearest one if the following targets are possible in it', () => {
    const plan = planFrom(ready, [makePoseTarget(poseOf(wristAt(0.5))), line], mayAvoid);
    expect(plan).toMatchObject({ ok: true, detours: [] });
  });

  it('changes if a following line would turn the wrist beyond its limit', () => {
    const pose = makePoseTarget(poseOf(wound));
    const end = turnedOn(wound, [0, 0, 0.02]);
    const plan = planFrom(wound, [pose, lineTarget(end)], mayAvoid);
    expect(plan).toMatchObject({ ok: true, detours: [{ targetIndex: 0, isOtherPosture: true }] });
    const { translation, rotation } = distancePoses(poseOf(endOf(plan)), end);
    expect(Math.max(translation, rotation)).toBeLessThan(1e-4);
  });

  it.each([0, 0.02])('applies to everything up to the next joint move (blend %d m)', (blendRadius) => {
    const targets = [
      makePoseTarget(poseOf(wound), { blendRadius }),
      lineTarget(poseOf([0, 0.02, 0, 0, 0, 0].map((by, joint) => (wound[joint] ?? 0) + by)), { blendRadius }),
      lineTarget(turnedOn(wound, [0, 0, 0.02]), { blendRadius }),
      jointTarget(ready),
    ];
    expect(planFrom(wound, targets, mayAvoid)).toMatchObject({ ok: true, detours: [{ targetIndex: 0 }] });
  });

  it('changes again for each joint move to a pose', () => {
    const pose = makePoseTarget(poseOf(wound));
    const behind = lineTarget(turnedOn(wound, [0, 0, 0.02]));
    const targets = [pose, behind, jointTarget(wound), pose, behind];
    const plan = planFrom(wound, targets, mayAvoid);
    expect(plan).toMatchObject({ ok: true, detours: [{ targetIndex: 0 }, { targetIndex: 3 }] });
  });

  it('cannot change for joint angles: a line that would exceed the limits is refused with its position', () => {
    const targets = [jointTarget(wound), lineTarget(turnedOn(wound, [0, 0, 0.02]))];
    expect(failureOf(planFrom(wound, targets, mayAvoid))).toMatchObject({ kind: 'jointLimits', targetIndex: 1 });
  });

  it('cannot change for a line from the current position', () => {
    const targets = [lineTarget(turnedOn(wound, [0, 0, 0.02]))];
    expect(failureOf(planFrom(wound, targets, mayAvoid))).toMatchObject({ kind: 'jointLimits', targetIndex: 0 });
  });

  it('makes a chain possible from every turn of the wrist if it is possible from one', () => {
    const turn = fc.double({ min: -6.2, max: 6.2, noNaN: true });
    fc.assert(
      fc.property(turn, turn, (from, to) => {
        const targets = [makePoseTarget(poseOf(wristAt(to))), lineTarget(turnedOn(wristAt(to), [0, 0.02, 0.02]))];
        expect(planFrom(wristAt(from), targets, mayAvoid)).toMatchObject({ ok: true });
      }),
      { numRuns: propertyRuns(5, 12), seed: 4 },
    );
  });
});

describe('a joint move to a pose without detours', () => {
  const left = [0.9, 0.9, 1.2, -0.5, -1.57, 0];
  const right = [-0.9, 0.9, 1.2, -0.5, -1.57, 0];
  /** An obstacle at the elbow when the arm reaches to the right with its elbow up. */
  const lamp: Obstacle = {
    name: 'lamp',
    shape: { kind: 'sphere', radius: 0.08 },
    pose: { ...identityPose, x: 0.3206, y: -0.3363, z: 0.5392 },
  };
  const planNear = (targets: readonly MoveTarget[]) => {
    const request = makeRequest(targets, { startJoints: left, mayAvoid: false });
    return runTask(arm, { kind: 'move', request, scene: { ...emptyScene('simulated'), obstacles: [lamp] } });
  };

  it('goes straight to another posture if the nearest one touches something', () => {
    const plan = planNear([makePoseTarget(poseOf(right))]);
    expect(plan).toMatchObject({ ok: true, detours: [{ targetIndex: 0, isOtherPosture: true }] });
    const { x, y, z } = poseOf(endOf(plan));
    const wanted = poseOf(right);
    expect(Math.hypot(x - wanted.x, y - wanted.y, z - wanted.z)).toBeLessThan(1e-6);
  });

  it('stays refused, with the obstacle named, if its target is joint angles', () => {
    expect(failureOf(planNear([jointTarget(right)]))).toMatchObject({
      reason: expect.stringContaining("'lamp'"),
      targetIndex: 0,
    });
  });
});

describe('joint angles at a limit', () => {
  const at = (joint: number, angle: number) => ready.map((value, index) => (index === joint ? angle : value));

  it.each([
    ['2π', 2 * Math.PI, 5],
    ['−2π', -2 * Math.PI, 0],
    ['6.2832', 6.2832, 3],
    ['-6.2832', -6.2832, 5],
    ['6.28319', 6.28319, 4],
  ])('count as within it when typed with few digits: %s', (_, angle, joint) => {
    const { lower, upper } = arm.limits;
    const start = at(joint, Math.sign(angle) * 6.2);
    const plan = planMove(arm, makeRequest([jointTarget(at(joint, angle))], { startJoints: start }));
    expect(endOf(plan)[joint]).toBe(angle > 0 ? upper[joint] : lower[joint]);
  });

  it('end a line at the limit', () => {
    const upper = arm.limits.upper[5] ?? 0;
    const target = { ...lineTarget(poseOf(at(5, upper))), target: { joints: at(5, 2 * Math.PI) } };
    const plan = planMove(arm, makeRequest([target], { startJoints: at(5, 6) }));
    expect(endOf(plan)[5]).toBe(upper);
  });

  it('stay refused beyond it, with enough digits to show the difference', () => {
    const plan = planMove(arm, makeRequest([jointTarget(at(5, 6.2836))]));
    expect(failureOf(plan)).toMatchObject({
      kind: 'jointLimits',
      reason: 'joint 5 would be at 6.28360 rad, outside its range of -6.28318 to 6.28318 rad',
    });
  });

  it('can be a start, also if the encoder reads slightly more', () => {
    const upper = arm.limits.upper[5] ?? 0;
    for (const startJoints of [at(5, upper), at(5, upper + 9e-7)]) {
      const targets = [jointTarget(at(5, 6)), lineTarget(poseOf(at(5, 5.9)))];
      expect(planMove(arm, makeRequest(targets, { startJoints })).ok).toBe(true);
      expect(planMove(arm, makeRequest([lineTarget(poseOf(at(5, 6)))], { startJoints })).ok).toBe(true);
    }
  });
});
