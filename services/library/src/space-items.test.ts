import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryBench, parse, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;
beforeAll(async () => {
  library = await startLibraryBench();
}, 60_000);
afterAll(() => library.stop());

const at = (x: number, y: number) => ({ pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } });
const make = async (item: object) => parse((await library.make('globalSpace', item)).document?.json);

describe('space items of the cell', () => {
  it('become global by default; a local one is refused by name', async () => {
    const item = { kind: 'singlePosition', name: 'Home', positions: [at(0, 0)] };
    expect(await make(item)).toMatchObject({ global: true });
    expect(await make({ ...item, global: true })).toMatchObject({ global: true });
    await expect(make({ ...item, global: false })).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining('are global'),
    });
  });

  it('include the positions of a grid, calculated from its corners', async () => {
    const corners = { cornerA: at(0, 0), cornerB: at(1, 0), cornerD: at(0, 1) };
    const grid = { kind: 'gridPositionList', name: 'Grid', numRows: 1, numColumns: 2, ...corners };
    expect(await make(grid)).toMatchObject({ positions: [at(0, 0), at(1, 0)] });
  });

  it('refuse a grid of two corners', async () => {
    const grid = { kind: 'gridPositionList', name: 'Half', cornerA: at(0, 0), cornerB: at(1, 0) };
    const error: unknown = await make(grid).catch((refusal: unknown) => refusal);
    expect(JSON.stringify(Reflect.get(Object(error), 'details'))).toContain('Must specify at least three corners');
  });

  it('store the initial pose of their anchor, and refuse unknown anchors and cycles', async () => {
    const positions = [at(0.5, 0), at(1, 0), at(0.5, 1)];
    await make({ id: 'table', kind: 'plane', name: 'Table', positions });
    const bin = { id: 'bin', kind: 'singlePosition', name: 'Bin', positions: [at(0.6, 0)], anchoredToID: 'table' };
    expect(await make(bin)).toMatchObject({ anchorPose: { x: 0.5, y: 0 } });
    await expect(make({ ...bin, id: 'lost', anchoredToID: 'nothing' })).rejects.toThrow('There is no space item');
    const table = { id: 'table', kind: 'plane', name: 'Table', positions, anchoredToID: 'bin' };
    await expect(library.save('globalSpace', 'table', table, 1)).rejects.toThrow('is itself anchored to');
  });
});
