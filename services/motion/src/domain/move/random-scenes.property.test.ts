import { defaultArm, readyJoints } from '@cellwright/arm';
import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import { distancePoses, identityPose, makePose, type Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext, restPoseFromTcp, tcpPoseFromRest, tcpPoseOf } from '../arm-context.ts';
import { type PlainObstacle, touchesSomething } from '../planner/independent.fixture.ts';
import { runTask } from '../task.ts';
import { describeGap, describeLimitLeft, momentsOf } from './independent-motion.fixture.ts';
import { jointTarget, lineTarget, makePoseTarget, makeRequest } from './move.fixture.ts';
import type { MovePlan, MoveRequest, MoveSegment, MoveTarget } from './request.ts';

/** Creates a planner on a clock whose every read takes 4 ms, so that budgets end at the same place on every machine. */
function makePlanner() {
  let now = 0;
  const arm = createArmContext(defaultArm, () => (now += 4));
  return (request: MoveRequest, obstacles: readonly Obstacle[]): MovePlan =>
    runTask(arm, { kind: 'move', request, scene: { ...emptyScene('simulated'), obstacles: [...obstacles] } });
}

const bystander = createArmContext(defaultArm);
const between = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: 0, max: 1e6 })).map((share) => min + ((max - min) * share) / 1e6);
const byJoints = (most: readonly number[]) =>
  fc
    .tuple(...most.map((angle) => between(-angle, angle)))
    .map((turns) => readyJoints.map((angle, joint) => angle + (turns[joint] ?? 0)));
const anywhere = byJoints([2.5, 0.9, 0.9, 1.5, 1, 2]);
const place = fc
  .tuple(between(-Math.PI, Math.PI), between(0.45, 1.1), between(0, 0.9))
  .map(([angle, radius, z]): Vec3 => [radius * Math.cos(angle), radius * Math.sin(angle), z]);
const orientation = fc.tuple(between(-1, 1), between(-1, 1), between(-1, 1), between(0.1, 1)).map(([i, j, k, w]) => {
  const norm = Math.hypot(i, j, k, w);
  return { i: i / norm, j: j / norm, k: k / norm, w: w / norm };
});
const edge = between(0.05, 0.4);
const shape: fc.Arbitrary<Obstacle['shape']> = fc.oneof(
  fc.tuple(edge, edge, edge).map((size) => ({ kind: 'box' as const, size })),
  between(0.05, 0.2).map((radius) => ({ kind: 'sphere' as const, radius })),
);
const obstacles = fc
  .array(fc.tuple(shape, place, orientation), { minLength: 2, maxLength: 5 })
  .map((things) =>
    things.map(
      ([solid, at, turned], index): Obstacle => ({ name: `${index}`, shape: solid, pose: makePose(at, turned) }),
    ),
  );

const flangeAt = (joints: readonly number[]) => restPoseFromTcp(tcpPoseOf(bystander, joints, identityPose));
const blend = fc.record({ blendRadius: fc.constantFrom(0, 0.05), motionSpeed: fc.constantFrom(30, 100) });
const target: fc.Arbitrary<MoveTarget> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(anywhere, blend).map(([joints, options]) => jointTarget(joints, options)) },
  {
    weight: 3,
    arbitrary: fc.tuple(anywhere, blend).map(([joints, options]) => makePoseTarget(flangeAt(joints), options)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(byJoints([0.2, 0.1, 0.1, 0.1, 0.1, 0.1]), blend)
      .map(([joints, options]) => lineTarget(flangeAt(joints), options)),
  },
);
const request = fc
  .array(target, { minLength: 1, maxLength: 3 })
  .map((targets) => makeRequest(targets, { startJoints: readyJoints, mayAvoid: true, seed: 5 }));

const plain = ({ shape: solid, pose }: Obstacle): PlainObstacle[] => {
  if (solid.kind === 'box') return [{ kind: 'box', pose, size: solid.size }];
  return solid.kind === 'sphere' ? [{ kind: 'sphere', center: [pose.x, pose.y, pose.z], radius: solid.radius }] : [];
};

/** Maximum time between checks, seconds. */
const step = 0.004;
const numRuns = propertyRuns(21, 40);
const seed = 8;

/** Returns the share of the joint velocities that the fastest of the targets of a trajectory may use. */
function speedShareOf({ targets }: MoveRequest, segment: MoveSegment | undefined): number {
  const served = segment ? targets.slice(segment.firstTarget, segment.lastTarget + 1) : [];
  return Math.max(...served.map(({ motionSpeed }) => motionSpeed / 100));
}

describe('moves among random obstacles', () => {
  it('stay continuous, keep every limit, touch nothing and end at their targets, checked by independent code', () => {
    const plan = makePlanner();
    // This planner sees only some of the scenes: earlier plans must not matter.
    const planAgain = makePlanner();
    const seen = { plans: 0, detours: 0, postures: 0 };
    fc.assert(
      fc.property(obstacles, request, (things, asked) => {
        const result = plan(asked, things);
        if (!result.ok) return;
        expectSound(result, asked, things);
        if (result.detours.length > 0) expect(planAgain(asked, things)).toEqual(result);
        seen.plans++;
        seen.detours += result.detours.length;
        seen.postures += result.detours.filter(({ isOtherPosture }) => isOtherPosture).length;
      }),
      { numRuns, seed, endOnFailure: true },
    );
    expect(seen.plans).toBeGreaterThan(numRuns / 2);
    expect(seen.detours).toBeGreaterThan(numRuns / 10);
    expect(seen.postures).toBeGreaterThan(0);
  }, 180_000);
});

function expectSound(
  { segments }: Extract<MovePlan, { ok: true }>,
  asked: MoveRequest,
  things: readonly Obstacle[],
): void {
  const solids = things.flatMap(plain);
  expect(describeGap(segments, asked)).toBeUndefined();
  for (const moment of momentsOf(segments, step)) {
    expect(describeLimitLeft(moment, speedShareOf(asked, segments[moment.segment]), 1e-6)).toBeUndefined();
    const joints = moment.joints.map(({ q }) => q);
    if (touchesSomething(joints, solids)) expect.fail(`touches at ${moment.time} s of segment ${moment.segment}`);
  }
  const end = segments.at(-1)?.trajectory.points.at(-1)?.positions ?? [];
  const target = asked.targets.at(-1)?.target ?? { joints: [] };
  if ('joints' in target) {
    expect(Math.max(...target.joints.map((angle, joint) => Math.abs(angle - (end[joint] ?? 0))))).toBeLessThan(1e-12);
    return;
  }
  const { translation, rotation } = distancePoses(
    tcpPoseOf(bystander, end, identityPose),
    tcpPoseFromRest(target.pose),
  );
  expect(Math.max(translation, rotation)).toBeLessThan(1e-6);
}
