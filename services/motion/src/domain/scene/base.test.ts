import { applyScene } from '@cellwright/collision';
import { emptyScene, type PlanningScene } from '@cellwright/domain/space';
import { identityPose, makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { afterEach, describe, expect, it } from 'vitest';
import { arm, jointTarget, makeRequest, ready, shiftedPose } from '../move/move.fixture.ts';
import { toRelativeLineTask } from '../socket-requests.ts';
import { runTask } from '../task.ts';

const goal = [0.8, -0.3, 1.6, 0.4, 1.2, 0];
const { x, y, z } = shiftedPose([0.4, -0.3, 1.6, 0.4, 1.2, 0], [0, 0, 0]);
const crate = {
  name: 'crate',
  pose: { ...identityPose, x, y, z },
  shape: { kind: 'box' as const, size: [0.06, 0.06, 0.06] as [number, number, number] },
};
const sceneOn = (base: PlanningScene['base'], obstacles: PlanningScene['obstacles'] = [crate]): PlanningScene => ({
  ...emptyScene('simulated'),
  revision: 1,
  obstacles,
  base,
});
const plan = (scene: PlanningScene, joints = goal) =>
  runTask(arm, { kind: 'move', request: makeRequest([jointTarget(joints)]), scene });

describe('an arm among loose parts', () => {
  afterEach(() => void applyScene(arm.checker.world, undefined));

  it('does not avoid them, and avoids them when they are loose no more', () => {
    const part = { ...crate, isLoose: true };
    expect(plan(sceneOn(undefined, [part]))).toMatchObject({ ok: true });
    expect(plan(sceneOn(undefined, [{ ...part, isLoose: false }]))).toMatchObject({
      ok: false,
      failure: { kind: 'pathInCollision' },
    });
  });
});

describe('an arm on its own base', () => {
  afterEach(() => void applyScene(arm.checker.world, undefined));

  it('detects contacts with obstacles in the world from there', () => {
    expect(plan(sceneOn(undefined))).toMatchObject({ ok: false, failure: { kind: 'pathInCollision' } });
    expect(plan(sceneOn({ ...identityPose, z: 1 }))).toMatchObject({ ok: true });
    const lifted = { ...crate, pose: { ...crate.pose, z: z + 1 } };
    expect(plan(sceneOn({ ...identityPose, z: 1 }, [lifted]))).toMatchObject({
      ok: false,
      failure: { kind: 'pathInCollision' },
    });
  });

  it('has the floor of the world below it: further down on a higher base', () => {
    const down = [0, 1.9, 1, 0, 1.2, 0];
    expect(plan(sceneOn(undefined, []), down)).toMatchObject({
      ok: false,
      failure: { reason: expect.stringContaining('floor') },
    });
    expect(plan(sceneOn({ ...identityPose, z: 2 }, []), down)).toMatchObject({ ok: true });
  });

  it('moves along the axes of the world', () => {
    const base = makePose([0, 0, 1], quaternionFromEulerDegrees([0, 90, 0]));
    const request = {
      startJointAngles: ready,
      seed: 1,
      frame: 'world' as const,
      translation: [0, 0, 0.1] as [number, number, number],
      rotation: [0, 0, 0] as [number, number, number],
      motionSpeed: 100,
    };
    const task = toRelativeLineTask(request, sceneOn(base), identityPose);
    if (task.kind !== 'move') throw new Error('It is a move');
    const [target] = task.request.targets;
    expect(target && 'pose' in target.target && target.target.pose.x).toBeCloseTo(-0.1, 12);
  });
});
