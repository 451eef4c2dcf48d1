import { identityPose, makePose, type Pose, type Vec3 } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { CollisionWorld } from './collision-world.ts';
import type { RobotDescription } from './robot-description.ts';
import type { PlacedShape, Shape } from './shapes.ts';

const at = (x: number, y: number, z: number): Pose => makePose([x, y, z], { i: 0, j: 0, k: 0, w: 1 });
const ball = (radius: number, pose: Pose): PlacedShape => ({ shape: { kind: 'sphere', radius }, pose });
const up: Vec3 = [0, 0, 1];

/** A rod of balls that swings about the z axis, and a finger on its tip that turns about z as well. */
const robot: RobotDescription = {
  joints: [
    { name: 'swing', parent: 'base', child: 'rod', kind: 'revolute', origin: identityPose, axis: up },
    { name: 'turn', parent: 'rod', child: 'finger', kind: 'revolute', origin: at(1, 0, 0), axis: up },
    { name: 'flange', parent: 'finger', child: 'tip', kind: 'fixed', origin: at(0.2, 0, 0) },
  ],
  movingJoints: ['swing', 'turn'],
  links: [
    { name: 'base', parts: [ball(0.1, at(0, 0, 0))] },
    { name: 'rod', parts: [0.3, 0.6, 0.9].map((x) => ball(0.05, at(x, 0, 0))) },
    { name: 'finger', parts: [ball(0.05, at(0.1, 0, 0)), ball(0.05, at(0.2, 0, 0))] },
    { name: 'tip', parts: [] },
  ],
};

function createWorld(margin = 0, description = robot): CollisionWorld {
  const result = CollisionWorld.create({ robot: description, lower: [-3, -3], upper: [3, 3], margin });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.world;
}

const ahead = at(1.2, 0, 0);
const aside = at(0, 1.2, 0);
const isHit = (world: CollisionWorld, q: number[]) => world.checkConfiguration(q).kind === 'collision';

describe('obstacles of a CollisionWorld', () => {
  it('can be added, moved, removed and cleared one at a time', () => {
    const world = createWorld();
    expect(isHit(world, [0, 0])).toBe(false);
    expect(world.addObstacle('post', ball(0.05, ahead))).toEqual({ kind: 'added' });
    expect(world.addObstacle('other', ball(0.05, at(-1.2, 0, 0)))).toEqual({ kind: 'added' });
    expect(isHit(world, [0, 0])).toBe(true);
    expect(world.moveObstacle('post', aside)).toBe(true);
    expect([isHit(world, [0, 0]), isHit(world, [Math.PI / 2, 0])]).toEqual([false, true]);
    expect(world.removeObstacle('post')).toBe(true);
    expect(isHit(world, [Math.PI / 2, 0])).toBe(false);
    expect(world.obstacleNames).toEqual(['other']);
    expect(isHit(world, [3, 0.6])).toBe(true);
    world.clearObstacles();
    expect([world.obstacleNames, isHit(world, [3, 0.6])]).toEqual([[], false]);
  });

  it('keep their positions when another one is removed', () => {
    const world = createWorld();
    for (let index = 0; index < 40; index += 1) world.addObstacle(`o${index}`, ball(0.01, at(5 + index, 0, 0)));
    world.addObstacle('post', ball(0.05, ahead));
    expect(world.removeObstacle('o3')).toBe(true);
    expect(world.checkConfiguration([0, 0])).toMatchObject({ pair: { other: 'post', link: 'finger' } });
    expect(world.moveObstacle('post', at(9, 9, 9))).toBe(true);
    expect(isHit(world, [0, 0])).toBe(false);
  });

  it('return clear results for an unknown or duplicate name', () => {
    const world = createWorld();
    expect([world.moveObstacle('post', ahead), world.removeObstacle('post')]).toEqual([false, false]);
    world.addObstacle('post', ball(0.05, ahead));
    const again = world.addObstacle('post', ball(0.05, ahead));
    expect(again).toMatchObject({ kind: 'refused', problem: { kind: 'duplicateObstacle', name: 'post' } });
  });

  it('can be touched by their allowed links', () => {
    const world = createWorld();
    world.addObstacle('table', { shape: { kind: 'box', size: [2, 2, 0.2] }, pose: at(0.8, 0, -0.12) }, ['rod']);
    expect(world.checkConfiguration([0, 0])).toMatchObject({ pair: { link: 'finger', other: 'table' } });
    world.removeObstacle('table');
    world.addObstacle('table', { shape: { kind: 'box', size: [2, 2, 0.2] }, pose: at(0.8, 0, -0.12) }, [
      'rod',
      'finger',
    ]);
    expect(world.checkConfiguration([0, 0])).toEqual({ kind: 'clear' });
    expect(world.checkMotion([0, 0], [1, 1])).toEqual({ kind: 'clear' });
  });
});

describe('CollisionWorld with invalid shapes', () => {
  const problemOf = (shape: Shape, pose = identityPose) => {
    const result = createWorld().addObstacle('thing', { shape, pose });
    return result.kind === 'refused' ? result.problem : undefined;
  };

  it('refuses a mesh of ten million triangles without reading it', () => {
    const problem = problemOf({ kind: 'mesh', vertices: { length: 90_000_000 }, triangles: { length: 30_000_000 } });
    expect(problem).toEqual({
      kind: 'meshTooLarge',
      triangles: 10_000_000,
      limit: 1_000_000,
      message: 'The mesh has 10000000 triangles, but the limit is 1000000. Simplify it',
    });
  });

  it('refuses non-numbers and missing sizes', () => {
    const nonsense: Shape[] = [
      { kind: 'sphere', radius: 0 },
      { kind: 'sphere', radius: Number.NaN },
      { kind: 'box', size: [1, -1, 1] },
      { kind: 'cylinder', radius: 1, length: Number.POSITIVE_INFINITY },
      { kind: 'capsule', radius: 1, length: -1 },
      { kind: 'convex', vertices: [0, 0] },
      { kind: 'mesh', vertices: [0, 0, 0], triangles: [0, 1, 2] },
    ];
    for (const shape of nonsense) expect(problemOf(shape)).toMatchObject({ kind: 'invalidShape' });
    const pose = { ...identityPose, w: 0.5 };
    expect(problemOf({ kind: 'sphere', radius: 1 }, pose)).toMatchObject({ kind: 'invalidShape' });
  });

  it.each([1e308, 1e160, -1e8, Number.NaN])('refuses positions and sizes of %d m', (far) => {
    expect(problemOf({ kind: 'sphere', radius: 1 }, at(far, 0, 0))).toMatchObject({ kind: 'invalidShape' });
    expect(problemOf({ kind: 'box', size: [1, 1, far] })).toMatchObject({ kind: 'invalidShape' });
    expect(problemOf({ kind: 'convex', vertices: [0, 0, 0, far, 1, 1] })).toMatchObject({ kind: 'invalidShape' });
    expect(problemOf({ kind: 'sphere', radius: 1 }, at(1e6, 0, 0))).toBeUndefined();
    const world = createWorld();
    world.addObstacle('post', ball(0.05, ahead));
    expect(world.moveObstacle('post', at(far, 0, 0))).toBe(false);
    expect(isHit(world, [0, 0])).toBe(true);
  });

  it('accepts surfaces without an area and finds contacts with them', () => {
    const vertices = [1.2, 0, 0, 1.2, 0, 0.1, 1.2, 0, 0.3];
    for (const triangles of [[0, 0, 0], [0, 1, 2], Array(30_000).fill(0)]) {
      const world = createWorld();
      const placed: PlacedShape = { shape: { kind: 'mesh', vertices, triangles }, pose: identityPose };
      expect(world.addObstacle('speck', placed)).toEqual({ kind: 'added' });
      expect([isHit(world, [0, 0]), isHit(world, [1, 0])]).toEqual([true, false]);
      expect(world.isMotionClear(new Float64Array([-1, 0]), new Float64Array([1, 0]))).toBe(false);
    }
    const world = createWorld();
    world.addObstacle('speck', { shape: { kind: 'convex', vertices: Array(30).fill(0.5) }, pose: at(0.7, -0.5, -0.5) });
    expect([isHit(world, [0, 0]), isHit(world, [1, 0])]).toEqual([true, false]);
  });

  it('accepts a quaternion slightly off unit length without changing the size', () => {
    const world = createWorld();
    const box: PlacedShape = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, pose: { ...at(0.2, 0, 0), w: 0.9955 } };
    world.addObstacle('post', ball(0.05, at(1.6, 0, 0)));
    world.attach({ name: 'tool', link: 'tip', parts: [box] });
    expect(world.measureClearance([0, 0]).clearance).toBeCloseTo(0.05, 6);
  });

  it('does not compile an arm with one', () => {
    const lost: RobotDescription = { ...robot, joints: robot.joints.slice(1) };
    const result = CollisionWorld.create({ robot: lost, lower: [-3, -3], upper: [3, 3] });
    expect(result).toMatchObject({ kind: 'refused', problem: { kind: 'invalidRobot' } });
  });
});

describe('CollisionWorld', () => {
  it('returns the clearance of the nearest pair by name', () => {
    const world = createWorld();
    world.addObstacle('post', ball(0.05, at(1.35, 0, 0)));
    const { clearance, pair } = world.measureClearance([0, 0]);
    expect(clearance).toBeCloseTo(0.05, 9);
    expect(pair).toEqual({ link: 'finger', other: 'post', otherKind: 'obstacle' });
  });

  it('returns the position and the pair of the contact along a motion', () => {
    const world = createWorld();
    world.addObstacle('post', ball(0.05, aside));
    const check = world.checkMotion([0, 0], [3, 0]);
    expect(check).toMatchObject({ kind: 'collision', pair: { link: 'finger', other: 'post' } });
    if (check.kind === 'collision') expect(check.at * 3).toBeCloseTo(Math.PI / 2 - 0.1 / 1.2, 1);
  });

  it('keeps the margin', () => {
    const pose = at(1.2, 0.12, 0);
    const worlds = [createWorld(0), createWorld(0.03)];
    for (const world of worlds) world.addObstacle('post', ball(0.05, pose));
    expect(worlds.map((world) => isHit(world, [0, 0]))).toEqual([false, true]);
    expect(worlds.map((world) => world.isMotionClear(new Float64Array([0, 0]), new Float64Array([-0.1, 0])))).toEqual([
      true,
      false,
    ]);
  });

  it('lists all contacts', () => {
    const world = createWorld();
    world.addObstacle('post', ball(0.05, ahead));
    world.addObstacle('bar', ball(0.05, at(0.6, 0, 0)));
    const names = world.listContacts([0, 0]).map(({ pair }) => `${pair.link} ${pair.other}`);
    expect(names.sort()).toEqual(['finger post', 'rod bar']);
  });

  it('finds collisions of the arm with itself', () => {
    const world = createWorld();
    expect(world.checkConfiguration([0, Math.PI])).toMatchObject({
      pair: { link: 'rod', other: 'finger', otherKind: 'link' },
    });
  });
});

describe('attachments of a CollisionWorld', () => {
  it('move along, collide and can be removed', () => {
    const world = createWorld();
    world.addObstacle('post', ball(0.05, at(1.7, 0, 0)));
    const parts = [ball(0.1, at(0.4, 0, 0))];
    expect(world.attach({ name: 'tool', link: 'tip', parts })).toEqual({ kind: 'attached', alwaysTouching: [] });
    expect(world.checkConfiguration([0, 0])).toMatchObject({ pair: { link: 'tool', other: 'post' } });
    expect(world.isMotionClear(new Float64Array([-1, 0]), new Float64Array([1, 0]))).toBe(false);
    expect(world.attach({ name: 'tool', link: 'tip', parts, mayTouch: ['post'] }).kind).toBe('attached');
    expect(isHit(world, [0, 0])).toBe(false);
    expect([world.detach('tool'), world.detach('tool')]).toEqual([true, false]);
    expect(world.isMotionClear(new Float64Array([-1, 0]), new Float64Array([1, 0]))).toBe(true);
  });

  it('do not fail checks against a link that they always touch, which is reported', () => {
    const world = createWorld();
    const parts = [ball(0.1, at(0.1, 0, 0)), ball(0.1, at(-0.3, 0, 0))];
    const attached = world.attach({ name: 'tool', link: 'tip', parts, mayTouch: ['finger'] });
    expect(attached).toEqual({ kind: 'attached', alwaysTouching: [] });
    const wide = [...parts, ball(0.25, at(-0.2, 0, 0))];
    expect(world.attach({ name: 'tool', link: 'tip', parts: wide, mayTouch: ['finger'] })).toEqual({
      kind: 'attached',
      alwaysTouching: [['rod', 'tool']],
    });
    expect(isHit(world, [0, 0])).toBe(false);
    expect(world.attach({ name: 'tool', link: 'tip', parts: wide })).toMatchObject({
      alwaysTouching: [['rod', 'tool']],
    });
  });

  it('fail on an unknown link without changing anything', () => {
    const world = createWorld();
    const refused = world.attach({ name: 'tool', link: 'nowhere', parts: [ball(0.1, identityPose)] });
    expect(refused).toMatchObject({ kind: 'refused', problem: { kind: 'invalidRobot' } });
    expect([world.attachmentNames, isHit(world, [0, 0])]).toEqual([[], false]);
  });
});
