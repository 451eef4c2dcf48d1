import { describe, expect, it } from 'vitest';
import type { Position } from '../robot/index.ts';
import {
  accuracyCorrectionOf,
  checkSpaceItem,
  completeSpaceItem,
  obstaclesOf,
  resolveSpaceItems,
  type SpaceItem,
  spaceItemSchema,
  teachSpaceItem,
  toObstacle,
} from './index.ts';

const turn = { i: 0, j: 0, k: 0, w: 1 };
const pose = (x: number, y: number, z = 0) => ({ x, y, z, ...turn });
const at = (x: number, y: number, z = 0): Position => ({ pose: pose(x, y, z) });
const parse = (item: object): SpaceItem => spaceItemSchema.parse({ id: 'item', name: 'Item', ...item });
const problemsOf = (item: object) =>
  spaceItemSchema.safeParse({ id: 'item', name: 'Item', ...item }).error?.issues.map(({ message }) => message);

describe('A grid', () => {
  const corners = { cornerA: at(0, 0), cornerB: at(2, 0), cornerD: at(0, 1) };

  it('has three rows and columns by default, and positions computed from its corners', () => {
    const grid = completeSpaceItem(parse({ kind: 'gridPositionList', ...corners }));
    expect(grid.positions.map((position) => [position.pose?.x, position.pose?.y])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 0.5],
      [1, 0.5],
      [2, 0.5],
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  it.each([[{}], [{ cornerA: at(0, 0) }], [{ cornerA: at(0, 0), cornerC: at(1, 1) }]])(
    'needs three corners: %j',
    (some) => {
      expect(problemsOf({ kind: 'gridPositionList', ...some })).toEqual(['Must specify at least three corners']);
    },
  );

  it.each([0, -1, 1.5, '3'])('has a whole number of rows and columns above 0, not %j', (numRows) => {
    expect(problemsOf({ kind: 'gridPositionList', ...corners, numRows })).toEqual([
      'Rows and columns must be positive integers',
    ]);
  });

  it('has at most the maximum number of positions of an item', () => {
    expect(problemsOf({ kind: 'gridPositionList', ...corners, numRows: 1000, numColumns: 11 })).toEqual([
      'A grid can have at most 10000 positions. Use fewer rows or columns',
    ]);
  });

  it('has taught corners instead of taught positions', () => {
    const grid = parse({ kind: 'gridPositionList', ...corners, numRows: 1, numColumns: 2 });
    expect(teachSpaceItem(grid, { part: 'position' }, at(9, 9))).toMatchObject({ ok: false });
    const taught = teachSpaceItem(grid, { part: 'cornerB' }, at(4, 0));
    expect(taught).toMatchObject({ ok: true, value: { positions: [at(0, 0), at(4, 0)] } });
  });
});

describe('A plane', () => {
  it('has no frame until its three positions are taught', () => {
    expect(problemsOf({ kind: 'plane', positions: [at(0, 0), at(1, 0)] })).toBeUndefined();
  });

  it('rejects positions that are nearly in a line or too close together', () => {
    expect(problemsOf({ kind: 'plane', positions: [at(0, 0), at(1, 0), at(2, 0.01)] })).toHaveLength(1);
    expect(problemsOf({ kind: 'plane', positions: [at(0, 0), at(0.001, 0), at(0, 1)] })).toHaveLength(1);
  });
});

describe('An environment object', () => {
  it.each(['http://elsewhere/x.stl', '/api/v1/cell/space-files/../users', '../x', 'file:///etc/passwd'])(
    'rejects a file from %s',
    (fileURL) => {
      expect(problemsOf({ kind: 'environmentObject', fileURL })).toEqual([
        'Upload the file; the response has the address',
      ]);
    },
  );

  it('has a file or a shape, not both', () => {
    const both = { fileURL: '/api/v1/cell/space-files/one', shape: { kind: 'sphere', radius: 0.1 } };
    expect(problemsOf({ kind: 'environmentObject', ...both })).toHaveLength(1);
  });

  it('becomes an obstacle at its pose, moved with its anchor', () => {
    const object = { kind: 'environmentObject', shape: { kind: 'sphere', radius: 0.1 }, pose: pose(0.5, 0) };
    const table = { id: 'table', kind: 'plane', name: 'Table', positions: [at(0.1, 0), at(1.1, 0), at(0.1, 1)] };
    const anchored = { anchoredToID: 'table', anchorPose: pose(0, 0) };
    const items = [
      parse({ ...object, id: 'here', name: 'Ball' }),
      parse({ ...object, id: 'there', name: 'Ball', ...anchored }),
      parse({ ...object, id: 'nowhere', pose: undefined }),
      parse({ id: 'frame', kind: 'environmentObject', pose: pose(0, 0) }),
      parse(table),
    ];
    expect(obstaclesOf(items)).toMatchObject([
      { spaceItemID: 'here', name: 'Ball', pose: pose(0.5, 0) },
      { spaceItemID: 'there', name: 'Ball (2)', pose: closeTo(pose(0.6, 0)) },
    ]);
  });

  it('names a mesh by its file, in the unit of its scale', () => {
    const fileURL = '/api/v1/cell/space-files/one';
    const item = parse({
      id: 'vice',
      kind: 'environmentObject',
      name: 'Vice',
      fileURL,
      scale: 0.001,
      pose: pose(0, 0),
    });
    const [vice] = obstaclesOf([item]);
    expect(vice?.shape).toEqual({ kind: 'file', fileID: 'one', scale: 0.001 });
    expect(vice && toObstacle(vice, 'stl')?.shape).toEqual({ kind: 'mesh', stl: 'stl', scale: 0.001 });
    expect(vice && toObstacle(vice, undefined)).toBeUndefined();
  });
});

describe('An anchored item', () => {
  const table = (x: number) => parse({ id: 'table', kind: 'plane', positions: [at(x, 0), at(x + 1, 0), at(x, 1)] });
  const bin = parse({
    id: 'bin',
    kind: 'singlePosition',
    positions: [{ ...at(0.5, 0.2), jointAngles: [0, 0, 0, 0, 0, 0] }],
    anchoredToID: 'table',
    anchorPose: pose(0, 0),
  });

  it('stays at its taught position while its anchor does not move', () => {
    expect(resolveSpaceItems([bin, table(0)])[0]).toEqual(bin);
  });

  it('follows its anchor and drops joint angles of its old position', () => {
    expect(resolveSpaceItems([bin, table(0.1)])[0]?.positions).toEqual([{ pose: closeTo(pose(0.6, 0.2)) }]);
  });

  it('follows over several anchors', () => {
    const middle = parse({
      id: 'middle',
      kind: 'singlePosition',
      positions: [at(0, 0)],
      anchoredToID: 'table',
      anchorPose: pose(0, 0),
    });
    const last = { ...bin, anchoredToID: 'middle' };
    expect(resolveSpaceItems([last, middle, table(0.3)])[0]?.positions).toEqual([{ pose: closeTo(pose(0.8, 0.2)) }]);
  });

  it('cannot have an anchor that is unknown, follows it, or is not taught', () => {
    const refusalOf = (item: SpaceItem, others: readonly SpaceItem[]) =>
      checkSpaceItem(item, (id) => others.find((other) => other.id === id))?.message;
    expect(refusalOf(bin, [])).toContain('There is no space item table');
    expect(refusalOf(bin, [{ ...table(0), anchoredToID: 'bin' }])).toContain('is itself anchored to');
    expect(refusalOf({ ...bin, anchoredToID: 'bin' }, [bin])).toContain('to itself');
    expect(refusalOf(bin, [parse({ id: 'table', kind: 'plane' })])).toContain('is not taught yet');
  });

  it('stays at its taught position if its anchors form a circle', () => {
    const circle = [bin, { ...table(0.5), anchoredToID: 'bin', anchorPose: pose(0, 0) }];
    expect(() => resolveSpaceItems(circle)).not.toThrow();
  });
});

describe('A calibration of the accuracy', () => {
  // The rectangle measures 1000 × 500 mm, but in the arm's own coordinates it is 1010 mm long.
  const marks = [at(0, 0), at(1.01, 0), at(1.01, 0.5), at(0, 0.5)];
  const calibration = parse({
    kind: 'localAccuracyCalibration',
    positions: marks,
    rowMeasurementMM: 1000,
    columnMeasurementMM: 500,
  });
  const correct = accuracyCorrectionOf([calibration]);

  it("corrects a target to the arm's own coordinates", () => {
    expect(correct(pose(0.005, 0))).toEqual(closeTo(pose(0, 0)));
    expect(correct(pose(1.005, 0.5))).toEqual(closeTo(pose(1.01, 0.5)));
    expect(correct(pose(0.505, 0.25))).toEqual(closeTo(pose(0.505, 0.25)));
  });

  it('does not correct targets far from its marks', () => {
    expect(correct(pose(5, 5))).toEqual(pose(5, 5));
  });

  it('uses the four nearest of its entries', () => {
    const entry = (x: number, offset: number) => ({ rawPose: pose(x, 0), calibratedPose: pose(x + offset, 0) });
    const item = parse({
      kind: 'localAccuracyCalibration',
      calibrationEntries: [0, 0.1, 0.2, 0.3].map((x) => entry(x, 0.001)).concat(entry(0.9, 0.5)),
    });
    expect(accuracyCorrectionOf([item])(pose(0.15, 0))).toEqual(closeTo(pose(0.151, 0)));
  });
});

function closeTo(expected: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value, 6)]));
}
