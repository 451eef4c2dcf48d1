import { spaceItemSchema } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { measurePositions, measureReteach, needsConfirmation } from './measure-reteach.ts';

const upright = { i: 0, j: 0, k: 0, w: 1 };
const poseAt = (x: number, turn = 0) => ({ x, y: 0, z: 0, i: 0, j: 0, k: Math.sin(turn / 2), w: Math.cos(turn / 2) });
const unused = () => {
  throw new Error('has a pose');
};
const shelfWith = (...xs: number[]) =>
  spaceItemSchema.parse({
    id: 'space_shelf',
    kind: 'freeformPositionList',
    name: 'Shelf',
    positions: xs.map((x) => ({ pose: { x, y: 0, z: 0, ...upright } })),
  });

describe('The displacement of a position', () => {
  it('has the distance and the angle between the poses', () => {
    const moved = measurePositions({ pose: poseAt(0.1) }, { pose: poseAt(0.712, 0.25) }, unused);
    expect(moved?.translation).toBeCloseTo(0.612);
    expect(moved?.rotation).toBeCloseTo(0.25);
  });

  it('uses the joint angles of a position without a pose', () => {
    const joints = [1, 0, 0, 0, 0, 0] as const;
    const moved = measurePositions({ jointAngles: [...joints] }, { pose: poseAt(0.3) }, ([first = 0]) => poseAt(first));
    expect(moved?.translation).toBeCloseTo(0.7);
  });

  it('stays unknown before the position is taught', () => {
    expect(measurePositions(undefined, { pose: poseAt(0) }, unused)).toBeUndefined();
    expect(measureReteach(shelfWith(), shelfWith(1), { part: 'position', index: 0 }, unused)).toBeUndefined();
    expect(measureReteach(shelfWith(1), shelfWith(1, 2), { part: 'position' }, unused)).toBeUndefined();
  });

  it('belongs to the target, not to other positions of the item', () => {
    const target = { part: 'position', index: 1 } as const;
    expect(measureReteach(shelfWith(0, 1, 0), shelfWith(9, 1.5, 9), target, unused)?.translation).toBeCloseTo(0.5);
  });

  it('stays unknown for a pallet at its default corner', () => {
    const base = spaceItemSchema.parse({ id: 'space_base', kind: 'palletBase', name: 'Pallet' });
    const taught = spaceItemSchema.parse({ ...base, cornerXMM: 100, cornerYMM: 200 });
    const again = spaceItemSchema.parse({ ...base, cornerXMM: 130, cornerYMM: 240 });
    const target = { part: 'palletCorner' } as const;
    expect(measureReteach(base, taught, target, unused)).toBeUndefined();
    expect(measureReteach(taught, again, target, unused)?.translation).toBeCloseTo(0.05);
  });

  it('needs confirmation above 20 mm or 10 degrees', () => {
    const degrees = Math.PI / 180;
    const confirmed = (translation: number, rotation: number) => needsConfirmation({ translation, rotation });
    expect([confirmed(0.0199, 0), confirmed(0.0201, 0)]).toEqual([false, true]);
    expect([confirmed(0, 9.9 * degrees), confirmed(0, 10.1 * degrees)]).toEqual([false, true]);
  });
});
