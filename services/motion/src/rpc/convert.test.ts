import { identityPose, makePose, type Pose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { arm, lineTarget, ready, shiftedPose } from '../domain/move/move.fixture.ts';
import { planMove } from '../domain/move/plan-move.ts';
import { readMoveRequest } from './convert.ts';
import { MotionKind, type MoveTarget as WireTarget } from './wire.ts';

const goal = shiftedPose(ready, [0.1, 0.02, 0]);
const via = shiftedPose(ready, [0.04, 0.06, 0.05]);

/** Matches a pose after a round trip, which normalises its quaternion. */
const close = (pose: Pose) =>
  expect.objectContaining({ x: pose.x, y: pose.y, z: pose.z, w: expect.closeTo(pose.w, 12) });
const expected = { ...lineTarget(goal), target: { pose: close(goal) } };

function wireTarget(options: Partial<WireTarget>): WireTarget {
  return {
    target: { $case: 'pose', value: goal },
    motionKind: MotionKind.MOTION_KIND_UNSPECIFIED,
    motionSpeed: 0,
    blendRadius: 0,
    stopHere: false,
    limits: undefined,
    useFlange: false,
    tcp: undefined,
    via: undefined,
    keepToolAxis: undefined,
    weave: undefined,
    ...options,
  };
}

function read(...targets: WireTarget[]) {
  return readMoveRequest({
    robotKind: 0,
    startJoints: ready,
    targets,
    limits: undefined,
    tool: undefined,
    payloadMassKg: 0,
    sceneRevision: 0,
    seed: 0,
    mayAvoid: false,
    skipsCache: false,
  });
}

const weave = { pattern: 'zigzag', period: 0.005, amplitude: 0.003, leftDwell: 0, rightDwell: 0 };

describe('a move target from a request', () => {
  it.each([
    [MotionKind.MOTION_KIND_UNSPECIFIED, 'joint'],
    [MotionKind.MOTION_KIND_JOINT, 'joint'],
    [MotionKind.MOTION_KIND_LINE, 'line'],
    [MotionKind.MOTION_KIND_ROTATION, 'rotation'],
    [MotionKind.MOTION_KIND_LINE_INC, 'line_inc'],
  ])('with the kind %i uses the motion %s', (wire, motionKind) => {
    expect(read(wireTarget({ motionKind: wire })).targets).toEqual([{ ...expected, motionKind }]);
  });

  it('keeps a tool axis', () => {
    const request = read(wireTarget({ keepToolAxis: { x: 1, y: 0, z: 0, tolerance: 0.2 } }));
    expect(request.targets).toEqual([
      { ...expected, motionKind: 'joint', keepToolAxis: { axis: [1, 0, 0], tolerance: 0.2 } },
    ]);
  });

  it('weaves over a line at its maximum TCP speed', () => {
    const limits = {
      ...{ maxJointSpeeds: [], maxJointAccelerations: [], maxJointJerks: [] },
      ...{ maxTooltipSpeed: 0.005, maxTooltipAcceleration: 0 },
    };
    const request = read(wireTarget({ motionKind: MotionKind.MOTION_KIND_LINE, weave, limits }));
    expect(request.targets).toMatchObject([{ motionKind: 'line', weave, limits: { maxTooltipSpeed: 0.005 } }]);
  });

  it('becomes an arc through its via', () => {
    const request = read(wireTarget({ motionKind: MotionKind.MOTION_KIND_ARC, via }));
    expect(request.targets).toEqual([{ ...expected, motionKind: 'arc', via: close(via) }]);
    expect(planMove(arm, request)).toMatchObject({ ok: true });
  });

  it.each([
    ['an arc without a via', { motionKind: MotionKind.MOTION_KIND_ARC }, 'targets[1].via: an arc needs a via pose'],
    [
      'a line that keeps a tool axis',
      { motionKind: MotionKind.MOTION_KIND_LINE, keepToolAxis: { x: 0, y: 0, z: 1, tolerance: 0.1 } },
      'targets[1].keep_tool_axis: allowed for joint moves only',
    ],
    [
      'a tool axis without a direction',
      { keepToolAxis: { x: 0, y: 0, z: 0, tolerance: 0.1 } },
      'targets[1].keep_tool_axis: The axis must not be zero',
    ],
    ['a line with a via', { motionKind: MotionKind.MOTION_KIND_LINE, via }, 'targets[1].via: allowed for arcs only'],
    [
      'a via that is no pose',
      { motionKind: MotionKind.MOTION_KIND_ARC, via: { ...identityPose, w: 2 } },
      'targets[1].via: Quaternion has a non-unit magnitude, or a value is not finite',
    ],
    [
      'a via that is nowhere',
      { motionKind: MotionKind.MOTION_KIND_ARC, via: makePose([Number.NaN, 0, 0], identityPose) },
      'targets[1].via: Quaternion has a non-unit magnitude, or a value is not finite',
    ],
    [
      'a joint move that weaves',
      { motionKind: MotionKind.MOTION_KIND_JOINT, weave },
      'targets[1].weave: allowed for lines and arcs only',
    ],
    [
      'a weave without a speed',
      { motionKind: MotionKind.MOTION_KIND_LINE, weave },
      'targets[1].weave: the limits need a maximum TCP speed',
    ],
    [
      'a weave of an unknown pattern',
      { motionKind: MotionKind.MOTION_KIND_LINE, weave: { ...weave, pattern: 'star' } },
      'targets[1].weave.pattern: one of zigzag, triangle, circle',
    ],
    [
      'a weave with a dwell longer than its period',
      { motionKind: MotionKind.MOTION_KIND_LINE, weave: { ...weave, leftDwell: 0.006 } },
      'targets[1].weave: a dwell is at least 0 and at most the period',
    ],
    ['an unknown kind', { motionKind: MotionKind.UNRECOGNIZED }, 'targets[1].motion_kind: unknown'],
  ])('fails as %s', (_, options, message) => {
    expect(() => read(wireTarget({}), wireTarget(options))).toThrow(message);
  });
});
