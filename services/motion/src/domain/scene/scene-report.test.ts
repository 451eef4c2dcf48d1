import { defaultArm } from '@cellwright/arm';
import { emptyScene, type Obstacle, type PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createArmContext } from '../arm-context.ts';
import { jointTarget, makeRequest } from '../move/move.fixture.ts';
import { runTask } from '../task.ts';
import { enterScene } from './scene-report.ts';

const arm = createArmContext(defaultArm);
const at = (x: number, y: number, z: number) => ({ ...identityPose, x, y, z });
const post: Obstacle = { name: 'post', shape: { kind: 'box', size: [0.05, 0.05, 0.08] }, pose: at(0, 0, 0.04) };
const table: Obstacle = { name: 'table', shape: { kind: 'box', size: [1, 1, 0.02] }, pose: at(0.6, 0, -0.03) };

function sceneOf(parts: Partial<PlanningScene>): PlanningScene {
  return { ...emptyScene('simulated'), ...parts };
}

function toolOf(z: number, size: number): PlanningScene['endEffector'] {
  return { name: 'hand', weight: 1, collisionBoxes: [{ pose: at(0, 0, z), size: [size, size, size] }] };
}

describe('the report of a scene', () => {
  it('has no entries when everything is checked', () => {
    const crate = { ...post, pose: at(0.5, 0, 0.2) };
    const scene = sceneOf({ obstacles: [crate], endEffector: toolOf(0.08, 0.1) });
    expect(enterScene(arm, scene)).toEqual({ unusable: [], notes: [] });
  });

  it('names overlaps with the base and the stand, which do not prevent plans', () => {
    const scene = sceneOf({ obstacles: [post, table] });
    expect(enterScene(arm, scene).notes).toEqual([
      "'post' overlaps the base permanently, so this contact is ignored",
      "'table' overlaps the stand permanently, so this contact is ignored",
    ]);
    const request = makeRequest([jointTarget([0.3, -0.3, 1.6, 0.4, 1.2, 0])]);
    expect(runTask(arm, { kind: 'move', request, scene }).ok).toBe(true);
  });

  it('names the links that the end effector always touches', () => {
    expect(enterScene(arm, sceneOf({ endEffector: toolOf(-0.1, 0.3) })).notes).toEqual([
      'the end effector touches the forearm whatever the arm does; the two are not checked',
      'the end effector touches the wrist 1 whatever the arm does; the two are not checked',
    ]);
    expect(enterScene(arm, sceneOf({})).notes).toEqual([]);
  });

  it('names the obstacles that prevent plans', () => {
    const broken: Obstacle = { name: 'broken', shape: { kind: 'mesh', stl: makeStl(Number.NaN) }, pose: identityPose };
    const scene = sceneOf({ obstacles: [broken] });
    expect(enterScene(arm, scene)).toEqual({ unusable: ['broken'], notes: [] });
    const request = makeRequest([jointTarget([0.3, -0.3, 1.6, 0.4, 1.2, 0])]);
    const plan = runTask(arm, { kind: 'move', request, scene });
    expect(plan).toMatchObject({
      failure: { kind: 'invalidRequest', reason: "the shape of obstacle 'broken' cannot be used; replace it" },
    });
    enterScene(arm, sceneOf({}));
  });
});

/** Returns a binary STL of one triangle with this coordinate. */
function makeStl(coordinate: number): string {
  const bytes = Buffer.alloc(134);
  bytes.writeUInt32LE(1, 80);
  for (const [corner, value] of [0, 0, 0, 1, 0, 0, 0, 1, coordinate].entries())
    bytes.writeFloatLE(value, 96 + 4 * corner);
  return bytes.toString('base64');
}
