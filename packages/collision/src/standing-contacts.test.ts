import { defaultArm, readyJoints } from '@cellwright/arm';
import { identityPose, type Pose, type Vec3 } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createSelfCollisionChecker } from './self-collision.ts';
import type { Shape } from './shapes.ts';

const at = (x: number, y: number, z: number): Pose => ({ ...identityPose, x, y, z });
const box = (size: Vec3): Shape => ({ kind: 'box', size });

function overlapsOf(shape: Shape, pose: Pose, allowed: readonly string[] = []) {
  const { world } = createSelfCollisionChecker(defaultArm);
  expect(world.addObstacle('thing', { shape, pose }, allowed)).toEqual({ kind: 'added' });
  return world.listStandingContacts(['stand']);
}

describe('findStandingContacts', () => {
  it('returns nothing in the empty cell', () => {
    expect(createSelfCollisionChecker(defaultArm).world.listStandingContacts(['stand'])).toEqual([]);
  });

  it.each([
    ['a post through the base', box([0.05, 0.05, 0.3]), at(0, 0, 0.2), ['base_link']],
    ['a beam through the stand', box([1, 0.05, 0.05]), at(0, 0, -0.125), ['stand']],
    ['a crate over both', box([0.4, 0.4, 0.4]), at(0, 0, 0), ['base_link', 'stand']],
    ['a ball', { kind: 'sphere', radius: 0.05 } as const, at(0.1, 0, -0.1), ['stand']],
    [
      'a mesh',
      { kind: 'mesh', vertices: [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.3], triangles: [0, 1, 3] } as const,
      at(0, 0, 0),
      ['base_link'],
    ],
  ] as const)('names %s', (_, shape, pose, names) => {
    const found = overlapsOf(shape, pose);
    expect(found.map(({ name, obstacle }) => [name, obstacle])).toEqual(names.map((name) => [name, 'thing']));
    for (const { clearance } of found) expect(clearance).toBeLessThan(-0.001);
  });

  it('ignores obstacles beside the arm, on the floor, or flush with the mounting plane', () => {
    expect(overlapsOf(box([0.2, 0.2, 0.2]), at(0.3, 0, -0.15))).toEqual([]);
    expect(overlapsOf(box([0.4, 0.4, 0.1]), at(0.3075, 0, -0.05))).toEqual([]);
  });

  it('ignores obstacles that the link may touch', () => {
    expect(overlapsOf(box([0.05, 0.05, 0.3]), at(0, 0, 0.2), ['base_link'])).toEqual([]);
  });

  it('returns contacts that are not collisions, since no motion changes them', () => {
    const checker = createSelfCollisionChecker(defaultArm);
    checker.world.addObstacle('thing', { shape: box([0.12, 0.12, 0.05]), pose: at(0, 0, 0.03) });
    expect(checker.world.listStandingContacts()).toHaveLength(1);
    expect(checker.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
    expect(checker.checkMotion(readyJoints, [0.5, ...readyJoints.slice(1)])).toEqual({ kind: 'clear' });
  });
});
