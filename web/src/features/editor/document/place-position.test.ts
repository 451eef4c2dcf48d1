import { jointAnglesSchema } from '@cellwright/domain/robot';
import { type Routine, routineSchema } from '@cellwright/domain/routine';
import { frameOfSpaceItem } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { argsOf } from '../../../parts/step-index.ts';
import { findPlaceable } from './place-position.ts';

const pose = (x: number) => ({ x, y: 0, z: 0.3, i: 0, j: 1, k: 0, w: 0 });
const joints = jointAnglesSchema.parse([0, 0, 1.5, 0, -1.5, 0]);
const position = (x: number) => ({ jointAngles: joints, pose: pose(x) });

/** Origin, a point on the x axis, and one towards y. */
const planePoints = [position(0.4), position(0.6), { ...position(0.4), pose: { ...pose(0.4), y: 0.2 } }];

function routineWith(args: object): Routine {
  return routineSchema.parse({
    id: 'r',
    name: 'Test',
    steps: [{ id: 'move', stepKind: 'MoveArmToV2', steps: [{ id: 'there', stepKind: 'Waypoint' }] }],
    stepConfigurations: { move: { stepKind: 'MoveArmToV2', args: {} }, there: { stepKind: 'Waypoint', args } },
    space: [
      { id: 'p1', name: 'P1', kind: 'singlePosition', positions: [position(0.4)] },
      { id: 'list', name: 'Row', kind: 'freeformPositionList', positions: [position(0.4), position(0.5)] },
      {
        id: 'grid',
        name: 'Grid',
        kind: 'gridPositionList',
        cornerA: position(0.4),
        cornerB: position(0.5),
        cornerC: position(0.6),
      },
      { id: 'plane', name: 'Table', kind: 'plane', positions: planePoints },
    ],
  });
}

const move = (part: 'cornerB' | 'cornerD') => {
  const routine = routineWith({});
  const moved = { itemID: 'grid', target: { part }, name: 'Grid, corner B' } as const;
  return { routine, placeable: findPlaceable(routine, routine.space, { focusID: 'there', itemID: 'p1', moved }) };
};

const find = (args: object, itemID?: string, focusID: string | undefined = 'there') => {
  const routine = routineWith(args);
  return { routine, placeable: findPlaceable(routine, routine.space, { focusID, itemID }) };
};

describe('findPlaceable', () => {
  it('finds the fixed target of a step, and places it there', () => {
    const { routine, placeable } = find({ targetKind: 'singlePosition', target: position(0.4), motionSpeed: 50 });
    expect(placeable).toMatchObject({ key: 'step there', name: undefined, position: position(0.4) });
    const placed = placeable?.place(routine, position(0.6));
    expect(placed && argsOf(placed, 'there')).toMatchObject({ target: position(0.6), motionSpeed: 50 });
  });

  it('finds the chosen position of a list, and changes only that one', () => {
    const { routine, placeable } = find({ targetKind: 'positionList', positionListID: 'list', positionListIndex: 1 });
    expect(placeable?.position).toMatchObject(position(0.5));
    const [first, second] = placeable?.place(routine, position(0.7)).space[1]?.positions ?? [];
    expect([first?.pose?.x, second?.pose?.x]).toEqual([0.4, 0.7]);
  });

  it('prefers the open item', () => {
    expect(find({ targetKind: 'singlePosition', target: position(0.9) }, 'p1').placeable?.name).toContain('P1');
  });

  it('moves the chosen corner of a grid, and its other positions with it', () => {
    const { routine, placeable } = move('cornerB');
    expect(placeable).toMatchObject({ name: 'Grid, corner B', position: position(0.5) });
    const placed = placeable?.place(routine, position(0.55)).space.find(({ id }) => id === 'grid');
    expect(placed).toMatchObject({ cornerA: position(0.4), cornerB: position(0.55) });
    expect(move('cornerD').placeable).toBeUndefined();
  });

  it('moves one point of a plane, and its frame with it', () => {
    const routine = routineWith({});
    const moved = { itemID: 'plane', target: { part: 'position', index: 1 }, name: 'Table, on the x axis' } as const;
    const placeable = findPlaceable(routine, routine.space, { focusID: 'there', itemID: 'plane', moved });
    expect(placeable).toMatchObject({ name: 'Table, on the x axis', position: position(0.6) });
    const next = { ...position(0.6), pose: { ...pose(0.6), y: 0.1 } };
    const placed = placeable?.place(routine, next).space.find(({ id }) => id === 'plane');
    expect(placed?.positions).toMatchObject([planePoints[0], next, planePoints[2]]);
    const [before, after] = [routine.space.find(({ id }) => id === 'plane'), placed].map(
      (item) => item && frameOfSpaceItem(item),
    );
    expect(after).toMatchObject({ x: 0.4, y: 0 });
    expect(after?.k).not.toBeCloseTo(before?.k ?? 0, 3);
  });

  it('refuses a point that makes the points of a plane lie on a line', () => {
    const routine = routineWith({});
    const moved = { itemID: 'plane', target: { part: 'position', index: 2 }, name: 'Table, towards y' } as const;
    const placeable = findPlaceable(routine, routine.space, { focusID: 'there', itemID: 'plane', moved });
    expect(() => placeable?.place(routine, position(0.8))).toThrow();
  });

  it.each<[string, object, string | undefined]>([
    ['an offset', { targetKind: 'relative', target: position(0.4) }, undefined],
    ['a target that is not taught', { targetKind: 'singlePosition' }, undefined],
    ['a computed index', { targetKind: 'positionList', positionListID: 'list', positionListIndex: {} }, undefined],
    ['a position of the cell', { targetKind: 'positionList', positionListID: 'elsewhere' }, undefined],
    ['a grid, whose positions are derived', {}, 'grid'],
  ])('finds nothing for %s', (_, args, itemID) => {
    expect(find(args, itemID).placeable).toBeUndefined();
  });
});
