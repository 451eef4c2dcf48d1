import { costOfMove, createKinematics, defaultArm, restPoseFromTool0 } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createArmContext } from './arm-context.ts';
import { solveForward, solveInverse } from './kinematics-answers.ts';
import { arm, ready } from './move/move.fixture.ts';

const scene = undefined;
const forward = (joints: readonly number[], tcp = identityPose) => solveForward(arm, { joints, tcp, scene });

describe('forward kinematics', () => {
  it('reports every contact, and not only one pair', () => {
    const { collisions, links } = forward([0, 1.9, 1.2, 0.6, 0, 0]);
    expect(links.length).toBeGreaterThan(1);
    expect(defaultArm.links.map(({ name }) => name)).toEqual(expect.arrayContaining([...links]));
    expect(collisions.length).toBeGreaterThan(1);
    expect(new Set(collisions).size).toBe(collisions.length);
    expect(forward(ready)).toMatchObject({
      collisions: [],
      links: [],
      isEndEffectorOutOfBounds: false,
      isBodyOutOfBounds: false,
    });
  });

  it('reports the end effector out of bounds when its point is in the floor, though no link is', () => {
    const lookingDown = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
    expect(forward(lookingDown, { ...identityPose, z: 3 })).toMatchObject({
      collisions: [],
      isEndEffectorOutOfBounds: true,
      isBodyOutOfBounds: false,
    });
  });

  it('reports the body out of bounds beyond a range, and in the floor', () => {
    expect(forward([0, 2.5, 0, 0, 0, 0]).isBodyOutOfBounds).toBe(true);
    expect(forward([0, 1.9, 0.6, 0, 0, 0]).isBodyOutOfBounds).toBe(true);
  });
});

describe('inverse kinematics', () => {
  const poseAt = (joints: readonly number[]) => restPoseFromTool0(createKinematics(defaultArm).computeTipPose(joints));
  const ask = (pose: ReturnType<typeof poseAt>, isBestOnly = false, solver: 'speed' | 'distance' = 'speed') =>
    solveInverse(arm, { pose, tcp: undefined, seed: ready, solver, isBestOnly, scene });

  it.each([false, true])(
    'distinguishes postures beyond a limit from poses out of reach (best only: %s)',
    (isBestOnly) => {
      // An arm whose postures are all beyond a narrow range.
      const joints = defaultArm.joints.map((joint, index) =>
        index === 0 ? { ...joint, limits: { ...joint.limits, lower: -0.1, upper: 0.1 } } : joint,
      );
      const narrow = createArmContext({ ...defaultArm, joints });
      const pose = poseAt([1.5, -0.3, 1.6, 0.4, 1.2, 0]);
      const question = { tcp: undefined, seed: ready, solver: 'speed' as const, isBestOnly, scene };
      const beyond = solveInverse(narrow, { ...question, pose });
      expect(beyond.length).toBeGreaterThan(0);
      expect(beyond.every(({ inJointLimits }) => !inJointLimits)).toBe(true);
      expect(solveInverse(narrow, { ...question, pose: { ...pose, z: 9 } })).toEqual([]);
      expect(solveInverse(narrow, { ...question, pose: poseAt(ready) })[0]?.inJointLimits).toBe(true);
    },
  );

  it.each(['speed', 'distance'] as const)('treats %s the same for one answer and for all', (solver) => {
    for (const turn of [-2.4, -1, 0.3, 1.7, 3]) {
      const pose = poseAt([turn, -0.6, 1.9, turn / 2, 1.1, turn]);
      const all = ask(pose, false, solver).filter(({ inJointLimits }) => inJointLimits);
      const costs = all.map(({ joints }) => costOfMove(solver, arm.limits.velocity, ready, joints));
      expect([...costs].sort((a, b) => a - b)).toEqual(costs);
      const [best] = ask(pose, true, solver);
      expect(costOfMove(solver, arm.limits.velocity, ready, best?.joints ?? [])).toBeCloseTo(costs[0] ?? -1, 9);
    }
  });
});
