import { composePoses, distancePoses, identityPose, rotateVec3, type Vec3 } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import type { WirePose } from '../robot/position.ts';
import { spaceItemSchema } from './space-item.ts';
import { canTransform, type SpaceTransform, transformPose, transformSpaceItem } from './space-transforms.ts';

const half = Math.SQRT1_2;
/** The tool, along its x-axis, points down. */
const down: WirePose = { x: 0.4, y: 0.2, z: 0.3, i: 0, j: half, k: 0, w: half };
const turned: WirePose = composePoses(down, { x: 0, y: 0, z: 0, i: Math.sin(0.3), j: 0, k: 0, w: Math.cos(0.3) });

function near(one: WirePose, other: WirePose) {
  const { translation, rotation } = distancePoses(one, other);
  expect(translation).toBeLessThan(1e-9);
  expect(rotation).toBeLessThan(1e-6);
}

describe('A transform of positions', () => {
  it('translates along the axes of its frame', () => {
    const frame: WirePose = { x: 1, y: 0, z: 0, i: 0, j: 0, k: half, w: half };
    const { x, y, z } = transformPose(down, { kind: 'translate', by: [0.1, 0, 0.05] }, frame);
    expect([x, y, z].map((each) => Number(each.toFixed(6)))).toEqual([0.4, 0.3, 0.35]);
  });

  it('rotates position and orientation about an axis', () => {
    const moved = transformPose(down, { kind: 'rotate', axis: 'z', angle: Math.PI / 2 }, identityPose);
    expect([moved.x, moved.y].map((each) => Number(each.toFixed(6)))).toEqual([-0.2, 0.4]);
    expect(rotateVec3(moved, [1, 0, 0])[2]).toBeCloseTo(-1);
  });

  it.each(['x', 'y'] as const)('mirrors where the tool points across the plane with the normal %s', (axis) => {
    const moved = transformPose(turned, { kind: 'mirror', axis }, identityPose);
    const reflect = ([x, y, z]: Vec3) => (axis === 'x' ? [-x, y, z] : [x, -y, z]);
    for (const direction of [
      [1, 0, 0],
      [0, 0, 1],
    ] as const) {
      const expected = reflect(rotateVec3(turned, direction));
      rotateVec3(moved, direction).forEach((each, index) => {
        expect(each).toBeCloseTo(expected[index] ?? Number.NaN);
      });
    }
  });

  it.each<SpaceTransform>([
    { kind: 'mirror', axis: 'x' },
    { kind: 'mirror', axis: 'z' },
    { kind: 'rotate', axis: 'y', angle: Math.PI },
  ])('returns to the pose when it is done twice: %j', (transform) => {
    near(transformPose(transformPose(turned, transform, identityPose), transform, identityPose), turned);
  });

  it('changes all positions of an item, without the joint angles of the old ones', () => {
    const jointAngles = [0, 0, 0, 0, 0, 0];
    const list = spaceItemSchema.parse({
      id: 'space_1',
      name: 'Path',
      kind: 'freeformPositionList',
      positions: [{ name: 'first', pose: down, jointAngles }, { pose: turned }],
      anchoredToID: 'space_2',
      anchorPose: identityPose,
    });
    const moved = transformSpaceItem(list, { kind: 'translate', by: [0, 0, 0.1] }, identityPose);
    expect(moved.positions.map(({ name, jointAngles: joints, pose }) => [name, joints, pose?.z.toFixed(3)])).toEqual([
      ['first', undefined, '0.400'],
      [undefined, undefined, '0.400'],
    ]);
    expect(moved).toMatchObject({ anchoredToID: 'space_2' });
    expect(moved.anchorPose).toBeUndefined();
  });

  it('applies to positions and to items that follow from positions', () => {
    const kinds = ['plane', 'environmentObject', 'visionPositionList'] as const;
    const items = kinds.map((kind) => spaceItemSchema.safeParse({ id: 's', name: 'S', kind }).data);
    expect(items.map((item) => item && canTransform(item))).toEqual([true, false, false]);
  });
});
