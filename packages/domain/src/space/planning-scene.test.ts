import { describe, expect, it } from 'vitest';
import { readSceneChange } from '../motion/motion-planner.ts';
import {
  changeScene,
  collisionBoxSchema,
  emptyScene,
  type Obstacle,
  obstacleSchema,
  placeObjects,
  type SceneChange,
  sceneChangeSchema,
} from './planning-scene.ts';
import { sceneLimits } from './scene-limits.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
const box: Obstacle = { name: 'crate', shape: { kind: 'box', size: [0.1, 0.2, 0.3] }, pose };

function applyAll(...changes: SceneChange[]) {
  let scene = emptyScene('simulated');
  for (const change of changes) {
    const result = changeScene(scene, change);
    if (!result.ok) return result;
    scene = result.value;
  }
  return { ok: true as const, value: scene };
}

/** Creates a binary STL that declares `claimed` triangles and contains `brought`. */
function makeStl(claimed: number, brought = claimed): string {
  const bytes = Buffer.alloc(84 + 50 * brought);
  bytes.writeUInt32LE(claimed, 80);
  return bytes.toString('base64');
}

describe('A name in a planning scene', () => {
  it.each(['a\0b', 'line\nbreak', 'half \ud83d', 'back\u202ewards', 'zero\u200bwidth'])(
    'refuses %j for new things, and accepts it in a stored scene',
    (name) => {
      const endEffector = { name, collisionBoxes: [], weight: 1 };
      expect(sceneChangeSchema.safeParse({ kind: 'addObstacle', obstacle: { ...box, name } }).success).toBe(false);
      expect(sceneChangeSchema.safeParse({ kind: 'attachEndEffector', endEffector }).success).toBe(false);
      expect(sceneChangeSchema.safeParse({ kind: 'removeObstacle', name }).success).toBe(true);
      expect(obstacleSchema.safeParse({ ...box, name }).success).toBe(true);
      const request = { ...endEffector, obstacleName: name, obstacleOrigin: pose, shape: box.shape };
      expect(readSceneChange('add_obstacle', request).ok).toBe(false);
      expect(readSceneChange('attach_end_effector', request).ok).toBe(false);
      expect(readSceneChange('remove_obstacle', { obstacleName: name }).ok).toBe(true);
    },
  );
});

describe('A planning scene', () => {
  it('gets a new revision with every change', () => {
    const moved = { ...pose, z: 1 };
    const result = applyAll(
      { kind: 'addObstacle', obstacle: box },
      { kind: 'moveObstacle', name: 'crate', pose: moved },
      { kind: 'attachEndEffector', endEffector: { name: 'gripper', collisionBoxes: [], weight: 1.2 } },
    );
    expect(result).toMatchObject({ ok: true, value: { revision: 3, obstacles: [{ name: 'crate', pose: moved }] } });
    expect(applyAll({ kind: 'addObstacle', obstacle: box }, { kind: 'clearObstacles' })).toMatchObject({
      value: { revision: 2, obstacles: [] },
    });
  });

  it.each(['moveObstacle', 'removeObstacle'] as const)(
    'rejects a change that would %s an unknown obstacle, by name',
    (kind) => {
      expect(applyAll({ kind: 'addObstacle', obstacle: box }, { kind, name: 'box', pose })).toMatchObject({
        ok: false,
        error: { reason: 'unknown', message: "There is no obstacle 'box'; there is 'crate'" },
      });
    },
  );

  it('rejects a second obstacle with the same name', () => {
    expect(applyAll({ kind: 'addObstacle', obstacle: box }, { kind: 'addObstacle', obstacle: box })).toMatchObject({
      ok: false,
      error: { reason: 'exists' },
    });
  });

  it('rejects meshes whose total is too large', () => {
    const half: Obstacle = { ...box, shape: { kind: 'mesh', stl: makeStl(sceneLimits.triangles / 2 + 1) } };
    expect(
      applyAll({ kind: 'addObstacle', obstacle: half }, { kind: 'addObstacle', obstacle: { ...half, name: 'other' } }),
    ).toMatchObject({ ok: false, error: { reason: 'tooLarge' } });
  });

  it('rejects hulls with too many points in total', () => {
    const vertices = Array.from({ length: 3 * sceneLimits.hullVertices }, (_, index) => index / 1e5);
    const hulls = Array.from({ length: sceneLimits.allHullVertices / sceneLimits.hullVertices + 1 }, (_, index) => {
      return {
        kind: 'addObstacle',
        obstacle: { name: `${index}`, shape: { kind: 'convex', vertices }, pose },
      } as const;
    });
    expect(applyAll(...hulls.slice(1)).ok).toBe(true);
    expect(applyAll(...hulls)).toMatchObject({ ok: false, error: { reason: 'tooLarge' } });
  });
});

describe('An obstacle', () => {
  const problemOf = (shape: unknown) => obstacleSchema.safeParse({ ...box, shape }).error?.issues[0]?.message;

  it('with ten million triangles is rejected by its header, without reading the rest', () => {
    expect(problemOf({ kind: 'mesh', stl: makeStl(10_000_000, 1) })).toBe(
      `The mesh has 10000000 triangles, but the limit is ${sceneLimits.triangles}. Simplify it`,
    );
  });

  it('with a truncated or invalid mesh is rejected', () => {
    expect(problemOf({ kind: 'mesh', stl: makeStl(100, 99) })).toBe('The STL mesh is cut off before its last triangle');
    expect(problemOf({ kind: 'mesh', stl: 'solid crate' })).toBe('Not a binary STL mesh in base64');
  });

  it.each(['.', '..'])('cannot be added as %j, because no address could name it to move or remove it', (name) => {
    const added = sceneChangeSchema.safeParse({ kind: 'addObstacle', obstacle: { ...box, name } });
    expect(added.error?.issues[0]?.message).toBe('This name cannot be used in an address. Choose another');
    // An obstacle of an earlier release stays readable, and is cleared with the others.
    expect(obstacleSchema.parse({ ...box, name })).toMatchObject({ name });
  });

  it('has a size and a unit quaternion', () => {
    expect(problemOf({ kind: 'box', size: [0.1, 0, 0.3] })).toBe('The length must be above 0');
    expect(obstacleSchema.safeParse({ ...box, pose: { ...pose, w: 0.5 } }).error?.issues[0]?.message).toBe(
      'Quaternion has a non-unit magnitude',
    );
  });

  it.each([1e308, -1e6, Number.POSITIVE_INFINITY])('must be neither a tool nor %d m away', (x) => {
    const away = { ...pose, x };
    expect(obstacleSchema.safeParse({ ...box, pose: away }).success).toBe(false);
    expect(sceneChangeSchema.safeParse({ kind: 'moveObstacle', name: 'crate', pose: away }).success).toBe(false);
    expect(collisionBoxSchema.safeParse({ size: [0.1, 0.1, 0.1], pose: away }).success).toBe(false);
    expect(collisionBoxSchema.safeParse({ size: [0.1, 0.1, 0.1], pose }).success).toBe(true);
  });
});

describe('Environment objects in a planning scene', () => {
  const table: Obstacle = { ...box, name: 'table', spaceItemID: 'space_table' };
  const place = (objects: readonly Obstacle[], scene = emptyScene('simulated')) => {
    const result = placeObjects(scene, objects);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };

  it('exist along with the obstacles of programs and do not replace them', () => {
    const added = changeScene(emptyScene('simulated'), { kind: 'addObstacle', obstacle: box });
    const scene = place([table, { ...table, name: 'crate' }], added.ok ? added.value : undefined);
    expect(scene.obstacles.map(({ name }) => name)).toEqual(['crate', 'table', 'crate (object)']);
    expect(place([], scene).obstacles).toEqual([box]);
  });

  it('cannot be changed by programs', () => {
    const scene = place([table]);
    expect(changeScene(scene, { kind: 'clearObstacles' })).toMatchObject({ value: { obstacles: [table] } });
    for (const change of [
      { kind: 'removeObstacle', name: 'table' },
      { kind: 'moveObstacle', name: 'table', pose },
    ] as const) {
      expect(changeScene(scene, change)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('Change it there') },
      });
    }
  });

  it('make no change if they are the same', () => {
    const scene = place([table]);
    expect(place([{ ...table }], scene)).toBe(scene);
    expect(place([{ ...table, pose: { ...pose, z: 1 } }], scene).revision).toBe(2);
  });

  it('cannot exceed the limits of a scene', () => {
    const mesh = (triangles: number) => ({ ...table, shape: { kind: 'mesh' as const, stl: makeStl(triangles, 0) } });
    const most = sceneLimits.triangles;
    expect(placeObjects(emptyScene('live'), [mesh(most), { ...mesh(1), name: 'one' }])).toMatchObject({ ok: false });
  });
});
