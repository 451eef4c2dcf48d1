import { defaultArm } from '@cellwright/arm';
import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import { distancePoses, identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createArmContext, restPoseFromTcp, tcpPoseFromRest, tcpPoseOf } from '../arm-context.ts';
import { findTouch, type PlainObstacle } from '../planner/independent.fixture.ts';
import { runTask } from '../task.ts';
import { arm, jointTarget, lineTarget, makePoseTarget, makeRequest, sampleEvery, segmentsOf } from './move.fixture.ts';
import type { MovePlan, MoveRequest, MoveTarget } from './request.ts';

/** Joints of the arm that reaches out horizontally to one side and to the other. */
const left = [0.9, 0.9, 1.2, -0.5, -1.57, 0];
const right = [-0.9, 0.9, 1.2, -0.5, -1.57, 0];
const beyond = [-1.2, 0.9, 1.2, -0.5, -1.57, 0];
const rightPose = restPoseFromTcp(tcpPoseOf(arm, right, identityPose));

const at = (x: number, y: number, z: number) => ({ ...identityPose, x, y, z });
/** Post between the two. */
const post: Obstacle = { name: 'post', shape: { kind: 'box', size: [0.5, 0.05, 1] }, pose: at(1.08, 0.19, 0.1) };
/** Obstacles at the elbow when the arm reaches to the right with its elbow up, and at the tool. */
const atElbow: Obstacle = { name: 'lamp', shape: { kind: 'sphere', radius: 0.08 }, pose: at(0.3206, -0.3363, 0.5392) };
const tip = arm.kinematics.computeTipPose(right);
const atTool: Obstacle = { name: 'lamp', shape: { kind: 'sphere', radius: 0.08 }, pose: at(tip.x, tip.y, tip.z) };

function plan(
  targets: readonly MoveTarget[],
  obstacles: readonly Obstacle[],
  options: Partial<MoveRequest> = {},
  context = arm,
): MovePlan {
  const request = makeRequest(targets, { startJoints: left, mayAvoid: true, ...options });
  return runTask(context, { kind: 'move', request, scene: { ...emptyScene('simulated'), obstacles: [...obstacles] } });
}

function detoursOf(result: MovePlan) {
  if (!result.ok) throw new Error(result.failure.reason);
  return result.detours;
}

function failureOf(result: MovePlan) {
  return result.ok ? undefined : result.failure;
}

/** Rounds to the picoradian, since polynomials reach their end except for the last bits. */
const picoradians = (joints: readonly number[]) => joints.map((angle) => Math.round(angle * 1e12) + 0);
const endOf = (result: MovePlan) => segmentsOf(result).at(-1)?.trajectory.points.at(-1)?.positions ?? [];
const plain = ({ shape, pose }: Obstacle): PlainObstacle[] => {
  if (shape.kind === 'box') return [{ kind: 'box', pose, size: shape.size }];
  return shape.kind === 'sphere' ? [{ kind: 'sphere', center: [pose.x, pose.y, pose.z], radius: shape.radius }] : [];
};
function touch(result: MovePlan, obstacle: Obstacle) {
  const samples = segmentsOf(result).flatMap(({ trajectory }) => sampleEvery(trajectory, 0.004));
  return findTouch(samples, plain(obstacle), 0.005);
}

describe('a joint move with permission for detours', () => {
  it('moves straight if the path is clear', () => {
    const clear = plan([jointTarget(beyond)], [], { startJoints: right });
    expect(detoursOf(clear)).toEqual([]);
    expect(clear).toEqual(plan([jointTarget(beyond)], [], { startJoints: right, mayAvoid: false }));
  });

  it('makes a detour round obstacles, ends exactly, and reports the obstacle of each target', () => {
    const round = plan([jointTarget(left), jointTarget(right)], [post]);
    expect(detoursOf(round)).toMatchObject([
      { targetIndex: 1, reason: "the forearm would touch 'post'", isOtherPosture: false },
    ]);
    expect(picoradians(endOf(round))).toEqual(picoradians(right));
    expect(findTouch([left, right], plain(post), 0.005)).toBeDefined();
    expect(touch(round, post)).toBeUndefined();
  });

  it('fails without that permission', () => {
    expect(failureOf(plan([jointTarget(right)], [post], { mayAvoid: false }))).toMatchObject({
      kind: 'pathInCollision',
      reason: "the forearm would touch 'post'",
    });
  });

  it('has the same path for the same seed, and a different one for another', () => {
    const [one, again, other] = [7, 7, 8].map((seed) => plan([jointTarget(right)], [post], { seed }));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('reuses a known detour from the current position, while it is clear', () => {
    const known = detoursOf(plan([jointTarget(right)], [post], { seed: 7 }));
    const startJoints = left.map((angle) => angle + 0.001);
    const again = plan([jointTarget(right)], [post], { startJoints, knownDetours: known });
    expect(detoursOf(again)[0]?.waypoints).toEqual([startJoints, ...(known[0]?.waypoints.slice(1) ?? [])]);
    expect(segmentsOf(again)[0]?.trajectory.points[0]?.positions).toEqual(startJoints);
    expect(touch(again, post)).toBeUndefined();

    const straight = [{ targetIndex: 0, waypoints: [left, right], reason: '', isOtherPosture: false }];
    expect(touch(plan([jointTarget(right)], [post], { knownDetours: straight }), post)).toBeUndefined();
  });
});

describe('a pose with several postures', () => {
  it('uses the nearest posture as long as that is clear', () => {
    const result = plan([makePoseTarget(rightPose)], []);
    expect(detoursOf(result)).toEqual([]);
    expect(endOf(result).map((angle) => angle.toFixed(6))).toEqual(right.map((angle) => angle.toFixed(6)));
  });

  it('uses another posture when the nearest one touches something, and the chain continues from there', () => {
    const higher = { ...rightPose, z: rightPose.z + 0.05 };
    const result = plan([makePoseTarget(rightPose), lineTarget(higher), makePoseTarget(rightPose)], [atElbow]);
    expect(detoursOf(result)).toMatchObject([
      { targetIndex: 0, reason: "the forearm would touch 'lamp'", isOtherPosture: true },
    ]);
    expect(touch(result, atElbow)).toBeUndefined();
    const { translation, rotation } = distancePoses(
      tcpPoseOf(arm, endOf(result), identityPose),
      tcpPoseFromRest(rightPose),
    );
    expect(Math.max(translation, rotation)).toBeLessThan(1e-6);
    const first = segmentsOf(result)[0]?.trajectory.points.at(-1)?.positions ?? [];
    expect(Math.hypot(...endOf(result).map((angle, joint) => angle - (first[joint] ?? 0)))).toBeLessThan(1e-6);
  });

  it('uses another posture when no way to the nearest one is found', () => {
    // Each read of this clock takes a millisecond, so that the search ends early and at the same place on every
    // machine.
    let now = 0;
    const hurried = createArmContext(defaultArm, () => now++);
    const result = plan([makePoseTarget(rightPose)], ringRoundForearm(), {}, hurried);
    expect(detoursOf(result)).toMatchObject([{ targetIndex: 0, isOtherPosture: true }]);
    expect(failureOf(plan([jointTarget(right)], ringRoundForearm(), {}, hurried))).toMatchObject({
      kind: 'budgetSpent',
      reason: expect.stringMatching(/^no way round was found .* would touch 'ring/),
    });
  });

  it('fails with the pair of the nearest posture when every posture touches something', () => {
    expect(failureOf(plan([makePoseTarget(rightPose)], [atTool]))).toEqual({
      kind: 'goalInCollision',
      reason: "the wrist 3 would touch 'lamp', and every other posture would also collide",
      causes: [
        { key: 'touchesObstacle', values: { body: 'wrist_3', obstacle: 'lamp' } },
        { key: 'everyPostureTouches', values: {} },
      ],
      targetIndex: 0,
    });
  });

  it('fails with the nearest posture when no straight way exists and detours are not allowed', () => {
    expect(failureOf(plan([makePoseTarget(rightPose)], [atTool], { mayAvoid: false }))).toMatchObject({
      kind: 'pathInCollision',
      reason: "the wrist 3 would touch 'lamp'",
    });
  });

  it('reuses the posture of a known detour, but not for another pose', () => {
    const known = detoursOf(plan([makePoseTarget(rightPose)], [atElbow]));
    const startJoints = left.map((angle) => angle + 0.001);
    const again = plan([makePoseTarget(rightPose)], [atElbow], { startJoints, knownDetours: known });
    expect(endOf(again)).toEqual(known[0]?.waypoints.at(-1));
    const higher = { ...rightPose, z: rightPose.z + 0.01 };
    const other = plan([makePoseTarget(higher)], [atElbow], { knownDetours: known });
    expect(tcpPoseOf(arm, endOf(other), identityPose).z).toBeCloseTo(tcpPoseFromRest(higher).z, 6);
  });
});

it('joint angles that must match are never replaced by another posture', () => {
  expect(failureOf(plan([jointTarget(right)], [atElbow]))).toEqual({
    kind: 'goalInCollision',
    reason: "the forearm would touch 'lamp'",
    causes: [{ key: 'touchesObstacle', values: { body: 'forearm', obstacle: 'lamp' } }],
    targetIndex: 0,
  });
});

/** Returns four bars round the forearm of the arm at `right`, which no wrist can pass. */
function ringRoundForearm(): Obstacle[] {
  const links = arm.kinematics.computeLinks(right);
  const row = 12 * arm.kinematics.indexOfLink('forearm_link');
  const place = (x: number, y: number, z: number) =>
    [0, 4, 8].map((axis) => {
      const on = (column: number) => links[row + axis + column] ?? 0;
      return on(0) * x + on(1) * y + on(2) * z + on(3);
    });
  const halfway = 0.275;
  const gap = 0.1;
  return [-1, 1].flatMap((side) =>
    [
      { corners: [-gap, gap].map((y) => place(side * gap, y, halfway)) },
      { corners: [-gap, gap].map((x) => place(x, side * gap, halfway)) },
    ].map(({ corners }, index): Obstacle => {
      const [from = [], to = []] = corners;
      const bar = 0.02;
      // A bar from corner to corner, as the hull of two small cubes.
      const vertices = [from, to].flatMap(([x = 0, y = 0, z = 0]) =>
        [-bar, bar].flatMap((dx) => [-bar, bar].flatMap((dy) => [-bar, bar].flatMap((dz) => [x + dx, y + dy, z + dz]))),
      );
      return { name: `ring ${side} ${index}`, shape: { kind: 'convex', vertices }, pose: identityPose };
    }),
  );
}
