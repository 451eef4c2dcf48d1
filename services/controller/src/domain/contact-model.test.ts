import type { ContactSurface } from '@cellwright/domain/space';
import { identityPose, makePose, quaternionFromAxisAngle } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { ContactModel } from './contact-model.ts';

const table: ContactSurface = {
  name: 'table',
  pose: { ...identityPose, z: 0.1 },
  shape: { kind: 'plane' },
  stiffness: 10_000,
  damping: 0,
};
const block: ContactSurface = { ...table, name: 'block', shape: { kind: 'box', size: [0.2, 0.4, 0.1] } };
const still = [0, 0, 0] as const;

function modelOf(...surfaces: ContactSurface[]): ContactModel {
  const model = new ContactModel();
  model.setSurfaces(surfaces);
  return model;
}

describe('the tip of a tool', () => {
  it('feels no force above a plane, and a spring along the normal inside it', () => {
    const model = modelOf(table);
    expect(model.measure([3, -2, 0.1], still)).toBeUndefined();
    expect(model.measure([3, -2, 0.098], still)).toEqual({
      surfaces: ['table'],
      force: [0, 0, expect.closeTo(20, 9)],
      newtons: expect.closeTo(20, 9),
      depth: expect.closeTo(0.002, 12),
    });
  });

  it('receives a force along the normal of a tilted plane', () => {
    const wall = { ...table, pose: makePose([0.5, 0, 0], quaternionFromAxisAngle([0, 1, 0], -Math.PI / 2)) };
    const contact = modelOf(wall).measure([0.503, 1, 1], still);
    expect(contact?.force).toEqual([expect.closeTo(-30, 9), expect.closeTo(0, 9), expect.closeTo(0, 9)]);
  });

  it('receives a force along the shortest way out of a box', () => {
    const model = modelOf(block);
    expect(model.measure([0.099, 0, 0.1], still)?.force).toEqual([expect.closeTo(10, 9), 0, 0]);
    expect(model.measure([0, -0.198, 0.1], still)?.force).toEqual([0, expect.closeTo(-20, 9), 0]);
    expect(model.measure([0, 0, 0.149], still)?.force).toEqual([0, 0, expect.closeTo(10, 9)]);
    expect(model.measure([0, 0, 0.151], still)).toBeUndefined();
    expect(model.measure([0.101, 0, 0.1], still)).toBeUndefined();
  });

  it('feels damping on the way in, and no pull on the way out', () => {
    const model = modelOf({ ...table, damping: 200 });
    expect(model.measure([0, 0, 0.099], [0, 0, -0.02])?.newtons).toBeCloseTo(14, 9);
    expect(model.measure([0, 0, 0.099], [0, 0, 0.02])?.newtons).toBeCloseTo(6, 9);
    expect(model.measure([0, 0, 0.099], [0, 0, 0.2])).toBeUndefined();
  });

  it('feels the sum of everything that it touches', () => {
    expect(modelOf(table, block).measure([0, 0, 0.098], still)?.surfaces).toEqual(['table', 'block']);
  });
});
