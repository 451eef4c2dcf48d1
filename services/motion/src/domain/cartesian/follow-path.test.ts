import { createInverseKinematics, createKinematics, defaultArm, readyJoints } from '@cellwright/arm';
import {
  composePoses,
  distancePoses,
  identityPose,
  makePose,
  type Pose,
  quaternionFromAxisAngle,
  quaternionFromRpy,
  type Vec3,
} from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FollowOptions, type FollowResult, followPath, pathTolerance } from './follow-path.ts';
import { createArc, createLine, createRotation, offsetPose, type ToolPath } from './tool-path.ts';

const kinematics = createKinematics(defaultArm);
const arm = { kinematics, inverse: createInverseKinematics(kinematics) };
const options: FollowOptions = { tcp: identityPose, velocity: defaultArm.motionLimits.velocity };
const gripper: Pose = { ...identityPose, z: 0.15 };
const unturned = { i: 0, j: 0, k: 0, w: 1 };
const shift = (x: number, y: number, z: number): Pose => makePose([x, y, z], unturned);
const tcpOf = (joints: ArrayLike<number>, tcp = identityPose) => composePoses(kinematics.computeTipPose(joints), tcp);
const ready = tcpOf(readyJoints);

function expectFollowed(result: FollowResult) {
  if (result.kind === 'refused') throw new Error(result.refusal.message);
  return result;
}

/** Checks that every straight joint move stays on the path, and that no joint jumps. */
function expectOnPath(result: FollowResult, path: ToolPath, tcp = identityPose): void {
  const { waypoints, shares } = expectFollowed(result);
  for (const [index, to] of waypoints.entries()) {
    const from = waypoints[index - 1] ?? to;
    const shareFrom = shares[index - 1] ?? 0;
    for (const t of [0.25, 0.5, 0.75, 1]) {
      const q = from.map((angle, joint) => angle + ((to[joint] ?? 0) - angle) * t);
      const share = shareFrom + ((shares[index] ?? 0) - shareFrom) * t;
      const { translation, rotation } = distancePoses(tcpOf(q, tcp), path.poseAt(share));
      expect(translation).toBeLessThan(pathTolerance.position);
      expect(rotation).toBeLessThan(pathTolerance.rotation);
    }
    for (const [joint, angle] of to.entries()) expect(Math.abs(angle - (from[joint] ?? 0))).toBeLessThanOrEqual(0.1);
  }
  expect(shares.at(-1)).toBe(1);
}

describe('following a path of the TCP', () => {
  it('stays on a straight line while the tool turns', () => {
    const to = offsetPose(ready, makePose([0.1, 0.2, -0.1], quaternionFromRpy([0.2, -0.1, 0.4])), { kind: 'base' });
    const path = createLine(ready, to);
    const result = followPath(arm, readyJoints, path, options);
    expectOnPath(result, path);
    expect(distancePoses(tcpOf(expectFollowed(result).waypoints.at(-1) ?? []), to).translation).toBeLessThan(1e-9);
  });

  it('turns about the TCP of a tool, which keeps its position', () => {
    const from = tcpOf(readyJoints, gripper);
    const path = createRotation(from, composePoses(from, makePose([0, 0, 0], quaternionFromRpy([0.3, 0.2, 1]))));
    const result = followPath(arm, readyJoints, path, { ...options, tcp: gripper });
    expectOnPath(result, path, gripper);
    for (const q of expectFollowed(result).waypoints) {
      expect(distancePoses(tcpOf(q, gripper), from).translation).toBeLessThan(1e-8);
    }
  });

  it('stays on an arc over a point', () => {
    const over: Vec3 = [ready.x + 0.1, ready.y + 0.05, ready.z + 0.1];
    const arc = createArc(ready, over, offsetPose(ready, shift(0.2, 0, 0), { kind: 'base' }));
    if (arc.kind === 'refused') throw new Error(arc.message);
    const nearest = Math.min(
      ...Array.from({ length: 2001 }, (_, index) => {
        const { x, y, z } = arc.path.poseAt(index / 2000);
        return Math.hypot(x - over[0], y - over[1], z - over[2]);
      }),
    );
    expect(nearest).toBeLessThan(1e-4);
    expectOnPath(followPath(arm, readyJoints, arc.path, options), arc.path);
  });

  it('follows lines from any start or returns the reason, and never jumps', () => {
    const angle = fc.double({ min: -2, max: 2, noNaN: true });
    const offset = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    let followed = 0;
    fc.assert(
      fc.property(fc.tuple(angle, angle, angle, angle, angle, angle), offset, offset, offset, (start, x, y, z) => {
        const path = createLine(tcpOf(start), offsetPose(tcpOf(start), shift(x, y, z), { kind: 'tool' }));
        const result = followPath(arm, start, path, options);
        if (result.kind === 'refused') {
          expect(['unreachable', 'jointLimit', 'singularity']).toContain(result.refusal.kind);
          return;
        }
        followed += 1;
        expectOnPath(result, path);
      }),
      { numRuns: 60 },
    );
    expect(followed).toBeGreaterThan(20);
  });
});

describe('a path that cannot be followed is refused with joint and place', () => {
  const refusalOf = (start: ArrayLike<number>, path: ToolPath, more: Partial<FollowOptions> = {}) => {
    const result = followPath(arm, start, path, { ...options, ...more });
    return result.kind === 'refused' ? result.refusal : undefined;
  };

  it('when it leaves the reach', () => {
    const far = offsetPose(ready, shift(0, 0, 2), { kind: 'base' });
    const refusal = refusalOf(readyJoints, createLine(ready, far));
    expect(refusal?.kind).toMatch(/unreachable|singularity/);
    expect(refusal?.share).toBeGreaterThan(0.1);
    expect(refusal?.share).toBeLessThan(0.6);
  });

  it('when a joint would exceed its limits', () => {
    const start = [...readyJoints.slice(0, 5), 6.2];
    const from = tcpOf(start);
    const turned = composePoses(from, makePose([0, 0, 0], quaternionFromAxisAngle([0, 0, 1], 1)));
    const back = composePoses(from, makePose([0, 0, 0], quaternionFromAxisAngle([0, 0, 1], -1)));
    const refusals = [turned, back].map((to) => refusalOf(start, createRotation(from, to)));
    const refusal = refusals.find((found) => found !== undefined);
    expect(refusals.filter((found) => found !== undefined)).toHaveLength(1);
    expect(refusal).toMatchObject({ kind: 'jointLimit', joint: 5 });
    expect(refusal?.share).toBeCloseTo(6.283185 - 6.2, 1);
    expect(refusal?.message).toMatch(/^joint 5 would leave its limits, \d+ % of the way, at \(/);
  });

  it('when it would pass a singularity too fast', () => {
    // The wrist's fifth joint becomes nearly straight: the line passes right beside the singularity.
    const start = [0, 0, Math.PI / 2, 0, 0.3, 0];
    const from = tcpOf(start);
    const at = tcpOf([0, 0, Math.PI / 2, 0, 0.0005, 0]);
    const beyond = tcpOf([0, 0, Math.PI / 2, 0, -0.3, 0]);
    const beside = makePose([beyond.x, beyond.y, beyond.z + 0.002], beyond);
    const refusals = [at, beyond, beside].map((to) => refusalOf(start, createLine(from, to)));
    for (const refusal of refusals) {
      if (refusal !== undefined) expect(refusal.kind).toBe('singularity');
    }
    const crossing = refusalOf(start, createLine(from, beside), { slowest: { speed: 0.5, turning: 2 } });
    expect(crossing).toMatchObject({ kind: 'singularity' });
    expect(crossing?.joint).toBeDefined();
  });

  it('when the arm is not at its start', () => {
    const elsewhere = offsetPose(ready, shift(0.01, 0, 0), { kind: 'base' });
    expect(refusalOf(readyJoints, createLine(elsewhere, ready))).toMatchObject({ kind: 'startElsewhere', share: 0 });
  });
});

describe('relative moves', () => {
  const from = makePose([1, 2, 3], quaternionFromAxisAngle([0, 0, 1], Math.PI / 2));

  it('shift along the axes of their reference frame', () => {
    const offset = shift(0.1, 0, 0);
    expect(offsetPose(from, offset, { kind: 'base' })).toMatchObject({ x: 1.1, y: 2, z: 3 });
    expect(offsetPose(from, offset, { kind: 'tool' }).y).toBeCloseTo(2.1, 12);
    const plane = makePose([9, 9, 9], quaternionFromAxisAngle([0, 1, 0], -Math.PI / 2));
    expect(offsetPose(from, offset, { kind: 'plane', pose: plane }).z).toBeCloseTo(3.1, 12);
  });

  it('turn about the axes of that frame, while the TCP keeps its position', () => {
    const offset = makePose([0, 0, 0], quaternionFromAxisAngle([1, 0, 0], 0.5));
    const inBase = offsetPose(from, offset, { kind: 'base' });
    const inTool = offsetPose(from, offset, { kind: 'tool' });
    expect(distancePoses(inBase, from)).toMatchObject({ translation: 0 });
    expect(distancePoses(inBase, from).rotation).toBeCloseTo(0.5, 12);
    expect(distancePoses(inBase, inTool).rotation).toBeGreaterThan(0.5);
  });
});

describe('an arc', () => {
  it('fails when its points are on a line or coincide', () => {
    const to = offsetPose(ready, shift(0.2, 0, 0), { kind: 'base' });
    expect(createArc(ready, [ready.x + 0.1, ready.y, ready.z], to)).toMatchObject({ kind: 'refused' });
    expect(createArc(ready, [ready.x, ready.y, ready.z], to)).toMatchObject({ kind: 'refused' });
  });

  it('takes the long arc if the point is on it', () => {
    const to = offsetPose(ready, shift(0.1, 0, 0), { kind: 'base' });
    const arc = createArc(ready, [ready.x + 0.05, ready.y, ready.z + 0.3], to);
    if (arc.kind === 'refused') throw new Error(arc.message);
    expect(arc.path.length).toBeGreaterThan(0.6);
    expect(distancePoses(arc.path.poseAt(1), to).translation).toBeLessThan(1e-12);
  });
});
