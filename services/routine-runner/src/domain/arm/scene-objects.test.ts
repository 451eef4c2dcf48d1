import type { RobotKind } from '@cellwright/domain/robot';
import type { Obstacle } from '@cellwright/domain/space';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { SceneObjects } from './scene-objects.ts';

const table: Obstacle = {
  name: 'table',
  shape: { kind: 'box', size: [1, 1, 0.1] },
  pose: { x: 0.5, y: 0, z: -0.1, i: 0, j: 0, k: 0, w: 1 },
  spaceItemID: 'space_table',
};

function setUp() {
  const clock = new VirtualClock();
  const cell = { objects: [table], isAway: false, looks: 0 };
  const placed = new Map<RobotKind, readonly Obstacle[]>();
  const keeper = new SceneObjects({
    source: {
      async list() {
        cell.looks++;
        if (cell.isAway) throw new Error('nothing answers');
        return [...cell.objects];
      },
    },
    scenes: {
      async placeObjects(robotKind, objects) {
        placed.set(robotKind, objects);
        return { revision: 1, notes: [] };
      },
    },
    clock,
    log: silentLogger,
  });
  return { clock, cell, placed, keeper };
}

describe('the environment objects of the cell', () => {
  it('appear in the scenes of all robots, and follow changes', async () => {
    const { cell, placed, keeper } = setUp();
    keeper.refresh();
    await flushPromises();
    expect([...placed]).toEqual([
      ['live', [table]],
      ['simulated', [table]],
    ]);
    cell.objects = [];
    keeper.refresh();
    await flushPromises();
    expect(placed.get('live')).toEqual([]);
  });

  it('need only one additional read for many simultaneous changes', async () => {
    const { cell, keeper } = setUp();
    for (let change = 0; change < 10; change++) keeper.refresh();
    await flushPromises();
    expect(cell.looks).toBe(2);
  });

  it('stay while the library does not answer, and are requested again', async () => {
    const { clock, cell, placed, keeper } = setUp();
    cell.isAway = true;
    keeper.refresh();
    await flushPromises();
    expect(placed.size).toBe(0);
    cell.isAway = false;
    await clock.advance(2000);
    expect(placed.get('simulated')).toEqual([table]);
    keeper.close();
    cell.objects = [];
    await clock.advance(60_000);
    expect(placed.get('simulated')).toEqual([table]);
  });

  it('follow a change without an event, by a regular comparison', async () => {
    const { clock, cell, placed, keeper } = setUp();
    keeper.refresh();
    await flushPromises();
    cell.objects = [];
    await clock.advance(30_000);
    expect(placed.get('live')).toEqual([]);
  });
});

describe('objects that are no obstacles for a robot', () => {
  it('do not appear in its scene only, also after a change, until they are obstacles again', async () => {
    const { cell, placed, keeper } = setUp();
    await keeper.free('simulated', new Set(['space_table']));
    keeper.refresh();
    await flushPromises();
    expect(placed.get('simulated')).toEqual([]);
    expect(placed.get('live')).toEqual([table]);
    expect(keeper.find('space_table')).toBe(table);
    const shelf = { ...table, name: 'shelf', spaceItemID: 'space_shelf' };
    cell.objects = [table, shelf];
    keeper.refresh();
    await flushPromises();
    expect(placed.get('simulated')).toEqual([shelf]);
    await keeper.free('simulated', new Set());
    expect(placed.get('simulated')).toEqual([table, shelf]);
    keeper.close();
  });
});
