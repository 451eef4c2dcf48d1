import { composePoses, identityPose, makePose, type Pose, quaternionFromRpy, type Vec3 } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restPoseFromTcp } from '../arm-context.ts';
import {
  angleBetween,
  distanceBetween,
  type Frame,
  frameOf,
  frameOfArm,
  turnBetween,
  turnBy,
} from '../cartesian/dh-forward.fixture.ts';
import { pathTolerance } from '../cartesian/index.ts';
import { arm, jointTarget, lineTarget, makeRequest, ready, sampleEvery, segmentsOf } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MoveTarget } from './request.ts';

const claw = makePose([0.03, -0.02, 0.12], quaternionFromRpy([0.2, -0.3, 0.5]));
const tool = { tcp: claw, boxes: [] };
const by = (most: number) => fc.integer({ min: -1000, max: 1000 }).map((share) => (share / 1000) * most);
const shift = fc.tuple(by(0.1), by(0.1), by(0.1));
const turn = fc.tuple(by(0.4), by(0.4), by(0.4));

const frameAt = (joints: readonly number[], tcp: Pose = claw): Frame => frameOfArm(joints, tcp);
const start = frameAt(ready);

/** Returns the TCP of the claw in the ready pose, shifted along the base's axes and turned about its own. */
function tcpAt([x, y, z]: Vec3, rpy: Vec3 = [0, 0, 0]): Pose {
  const here = composePoses(arm.kinematics.computeTipPose(ready), claw);
  const turned = composePoses(here, makePose([0, 0, 0], quaternionFromRpy(rpy)));
  return { ...turned, x: turned.x + x, y: turned.y + y, z: turned.z + z };
}

function targetAt(tcp: Pose, motionKind: MoveTarget['motionKind'], options: Partial<MoveTarget> = {}): MoveTarget {
  return { ...lineTarget(restPoseFromTcp(tcp)), motionKind, ...options };
}

/** Returns the TCP along the driven motion, computed independently from the planned joints. */
function drive(targets: readonly MoveTarget[], step = 0.004): { frames: Frame[]; end: Frame; joints: number[][] } {
  const joints = segmentsOf(planMove(arm, makeRequest(targets, { tool }))).flatMap(({ trajectory }) =>
    sampleEvery(trajectory, step),
  );
  const frames = joints.map((angles) => frameAt(angles));
  return { frames, end: frames.at(-1) ?? start, joints };
}

function refusalOf(targets: readonly MoveTarget[]) {
  const plan = planMove(arm, makeRequest(targets, { tool }));
  return plan.ok ? undefined : plan.failure;
}

const dot = (u: readonly number[], v: readonly number[]) =>
  u.reduce((sum, value, axis) => sum + value * (v[axis] ?? 0), 0);
const minus = (u: readonly number[], v: readonly number[]) => u.map((value, axis) => value - (v[axis] ?? 0));

function expectOnLine(frames: readonly Frame[], to: Frame): void {
  const along = minus(to.position, start.position);
  const whole = turnBetween(start, to);
  for (const frame of frames) {
    const share = dot(minus(frame.position, start.position), along) / Math.max(dot(along, along), 1e-12);
    const place = start.position.map((value, axis) => value + share * (along[axis] ?? 0));
    expect(distanceBetween(frame.position, place)).toBeLessThan(pathTolerance.position);
    expect(angleBetween(frame, turnBy(start, whole, share))).toBeLessThan(2 * pathTolerance.rotation);
    expect(share).toBeGreaterThan(-1e-3);
    expect(share).toBeLessThan(1 + 1e-3);
  }
}

describe('a line', () => {
  it('stays on the straight line at the TCP while the tool turns evenly, and ends at its target', () => {
    let driven = 0;
    fc.assert(
      fc.property(shift, turn, (translation, rpy) => {
        fc.pre(Math.hypot(...translation) > 0.02);
        const goal = tcpAt(translation, rpy);
        const targets = [targetAt(goal, 'line')];
        if (refusalOf(targets)) return;
        driven++;
        const { frames, end } = drive(targets);
        expectOnLine(frames, frameOf(goal));
        expect(distanceBetween(end.position, frameOf(goal).position)).toBeLessThan(1e-8);
        expect(angleBetween(end, frameOf(goal))).toBeLessThan(1e-6);
      }),
      { numRuns: 10, seed: 5 },
    );
    expect(driven).toBeGreaterThan(6);
  }, 60_000);

  it('treats targets as poses: line_inc follows the same path as line', () => {
    const goal = tcpAt([0.05, 0.1, -0.02], [0.1, 0, 0.2]);
    expect(drive([targetAt(goal, 'line_inc')]).joints).toEqual(drive([targetAt(goal, 'line')]).joints);
  });

  it('ends with exactly the joints of its target, and is refused if it would end with others', () => {
    const goal = [0.2, -0.35, 1.5, 0.5, 1.1, 0.3];
    expect(drive([jointTarget(goal, { motionKind: 'line' })]).joints.at(-1)).toEqual(goal);
    const aTurnAway = goal.map((angle, joint) => (joint === 5 ? angle - 2 * Math.PI : angle));
    expect(refusalOf([jointTarget(aTurnAway, { motionKind: 'line' })])).toMatchObject({
      kind: 'unreachable',
      reason:
        'the line ends with joint 5 at 0.300 rad instead of -5.983 rad; move there in joint space, or give the target as a pose',
    });
  });

  it('continues from the end of the previous one', () => {
    const [there, back] = [tcpAt([0, 0.15, 0.05], [0, 0, 0.6]), tcpAt([0, 0, 0])];
    const { joints } = drive([targetAt(there, 'line'), targetAt(back, 'joint'), targetAt(there, 'line')]);
    for (const [index, angles] of joints.entries()) {
      const before = joints[index - 1] ?? angles;
      expect(Math.max(...minus(angles, before).map(Math.abs))).toBeLessThan(0.05);
    }
  });
});

describe('a rotation', () => {
  it('turns the tool evenly about the TCP, which keeps its position', () => {
    let driven = 0;
    fc.assert(
      fc.property(turn, (rpy) => {
        fc.pre(Math.hypot(...rpy) > 0.05);
        const goal = frameOf(tcpAt([0, 0, 0], rpy));
        const targets = [targetAt(tcpAt([0, 0, 0], rpy), 'rotation')];
        if (refusalOf(targets)) return;
        driven++;
        const { frames, end } = drive(targets);
        const whole = turnBetween(start, goal);
        for (const frame of frames) {
          expect(distanceBetween(frame.position, start.position)).toBeLessThan(pathTolerance.position);
          const turned = turnBetween(start, frame);
          const share = dot(turned, whole) / dot(whole, whole);
          expect(angleBetween(frame, turnBy(start, whole, share))).toBeLessThan(pathTolerance.rotation);
        }
        expect(angleBetween(end, goal)).toBeLessThan(1e-6);
      }),
      { numRuns: 8, seed: 6 },
    );
    expect(driven).toBeGreaterThan(5);
  }, 60_000);

  it('uses only the orientation of its target, for a pose elsewhere and for joints', () => {
    const turned = tcpAt([0, 0, 0], [0.1, 0.2, 0.3]);
    const elsewhere = { ...turned, x: turned.x + 0.4, z: 9 };
    expect(drive([targetAt(elsewhere, 'rotation')]).joints).toEqual(drive([targetAt(turned, 'rotation')]).joints);
    const joints = [0.3, -0.35, 1.5, 0.5, 1.1, 0.3];
    const { end } = drive([jointTarget(joints, { motionKind: 'rotation' })]);
    expect(distanceBetween(end.position, start.position)).toBeLessThan(1e-8);
    expect(angleBetween(end, frameAt(joints))).toBeLessThan(1e-6);
  });

  it('turns about the flange if the target is for the flange', () => {
    const flange = arm.kinematics.computeTipPose(ready);
    const goal = composePoses(flange, makePose([0, 0, 0], quaternionFromRpy([0.2, 0.3, 0.1])));
    for (const angles of drive([targetAt(goal, 'rotation', { usesFlange: true })]).joints) {
      const at = frameAt(angles, identityPose).position;
      expect(distanceBetween(at, [flange.x, flange.y, flange.z])).toBeLessThan(pathTolerance.position);
    }
  });

  it('turns about the other end of a changer if the target has its own TCP', () => {
    const tcp = makePose([-0.2, 0, 0.15], quaternionFromRpy([0, -1, Math.PI]));
    const there = composePoses(arm.kinematics.computeTipPose(ready), tcp);
    const goal = composePoses(there, makePose([0, 0, 0], quaternionFromRpy([0.1, 0.15, 0.1])));
    const { joints, end } = drive([targetAt(goal, 'rotation', { tcp })]);
    for (const angles of joints) {
      const at = frameAt(angles, tcp).position;
      expect(distanceBetween(at, [there.x, there.y, there.z])).toBeLessThan(pathTolerance.position);
    }
    // The TCP of the tool itself moved.
    expect(distanceBetween(end.position, start.position)).toBeGreaterThan(0.01);
  });
});

/** Returns centre and radius of the circle through three points, from the perpendicular bisectors. */
function circleThrough(a: readonly number[], b: readonly number[], c: readonly number[]) {
  const [u, v] = [minus(b, a), minus(c, a)];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const determinant = uu * vv - uv * uv;
  const s = (vv * (uu - uv)) / (2 * determinant);
  const t = (uu * (vv - uv)) / (2 * determinant);
  const center = a.map((value, axis) => value + s * (u[axis] ?? 0) + t * (v[axis] ?? 0));
  const inPlane = (point: readonly number[]) => {
    const p = minus(point, a);
    const x = (vv * dot(p, u) - uv * dot(p, v)) / determinant;
    const y = (uu * dot(p, v) - uv * dot(p, u)) / determinant;
    return distanceBetween(
      p,
      u.map((value, axis) => x * value + y * (v[axis] ?? 0)),
    );
  };
  return { center, radius: distanceBetween(center, a), inPlane };
}

describe('an arc', () => {
  const via = tcpAt([0.04, 0.06, 0.05]);
  const goal = tcpAt([0.1, 0.02, 0], [0.2, 0.1, -0.3]);
  const arc = (over: Pose, to: Pose, options: Partial<MoveTarget> = {}) =>
    targetAt(to, 'arc', { via: restPoseFromTcp(over), ...options });

  it('stays on the circle, passes its via, ends at its target and turns evenly', () => {
    let driven = 0;
    fc.assert(
      fc.property(shift, shift, turn, ([x, y, z], [ox, oy, oz], rpy) => {
        fc.pre(Math.hypot(x, y, z) > 0.05);
        const [there, end] = [tcpAt([x / 2 + ox / 2, y / 2 + oy / 2, z / 2 + oz / 2]), tcpAt([x, y, z], rpy)];
        const targets = [arc(there, end)];
        if (refusalOf(targets)) return;
        driven++;
        const driving = drive(targets, 0.002);
        const [middle, last] = [frameOf(there), frameOf(end)];
        const circle = circleThrough(start.position, middle.position, last.position);
        const whole = turnBetween(start, last);
        for (const frame of driving.frames) {
          expect(Math.abs(distanceBetween(frame.position, circle.center) - circle.radius)).toBeLessThan(1e-6);
          expect(circle.inPlane(frame.position)).toBeLessThan(1e-6);
          const turned = turnBetween(start, frame);
          const share = dot(turned, whole) / Math.max(dot(whole, whole), 1e-12);
          expect(angleBetween(frame, turnBy(start, whole, share))).toBeLessThan(pathTolerance.rotation);
        }
        const nearest = Math.min(...driving.frames.map(({ position }) => distanceBetween(position, middle.position)));
        expect(nearest).toBeLessThan(2e-3);
        expect(distanceBetween(driving.end.position, last.position)).toBeLessThan(1e-8);
        expect(angleBetween(driving.end, last)).toBeLessThan(1e-6);
      }),
      { numRuns: 10, seed: 7 },
    );
    expect(driven).toBeGreaterThan(5);
  }, 60_000);

  it('can be blended with a line, without stopping and within the radius', () => {
    const lineEnd = tcpAt([0.1, -0.1, 0.02], [0.2, 0.1, -0.3]);
    const targets = [arc(via, goal, { blendRadius: 0.02 }), targetAt(lineEnd, 'line')];
    const segments = segmentsOf(planMove(arm, makeRequest(targets, { tool })));
    expect(segments).toHaveLength(1);
    const { frames, end } = drive(targets);
    const corner = frameOf(goal).position;
    const nearest = Math.min(...frames.map(({ position }) => distanceBetween(position, corner)));
    expect(nearest).toBeGreaterThan(1e-4);
    expect(nearest).toBeLessThan(0.02);
    const circle = circleThrough(start.position, frameOf(via).position, corner);
    const first = frames.findIndex(({ position }) => distanceBetween(position, corner) < 0.026);
    for (const { position } of frames.slice(0, first)) {
      expect(Math.abs(distanceBetween(position, circle.center) - circle.radius)).toBeLessThan(1e-4);
    }
    expect(distanceBetween(end.position, frameOf(lineEnd).position)).toBeLessThan(1e-8);
    const [segment] = segments;
    const cornerTime = segment?.targetTimes[0] ?? 0;
    const passing = segment?.trajectory.points.find(({ timeFromStart }) => timeFromStart >= cornerTime);
    expect(Math.hypot(...(passing?.velocities ?? []))).toBeGreaterThan(0.01);
  });

  it.each([
    ['without a via', targetAt(goal, 'arc'), 'an arc needs a via pose'],
    [
      'over a point on the line',
      arc(tcpAt([0.05, 0.01, 0]), goal),
      'the three points of an arc lie on a line; use a line instead',
    ],
    ['over where it starts', arc(tcpAt([0, 0, 0]), goal), 'the three points of an arc must be at least 1 mm apart'],
    ['over where it ends', arc(goal, goal), 'the three points of an arc must be at least 1 mm apart'],
    ['to where it starts', arc(via, tcpAt([0, 0, 0])), 'the three points of an arc must be at least 1 mm apart'],
    [
      'over a place without end',
      arc({ ...via, x: 1e300 }, goal),
      'the three points of an arc lie on a line; use a line instead',
    ],
  ])('fails %s', (_, target, reason) => {
    expect(refusalOf([jointTarget(ready), target])).toEqual({ kind: 'invalidRequest', reason, targetIndex: 1 });
  });

  it('fails when it leaves the reach, however wide', () => {
    expect(refusalOf([arc(tcpAt([0.4, 5, 0]), goal)])?.kind).toMatch(/unreachable|singularity|jointLimits/);
  });
});
