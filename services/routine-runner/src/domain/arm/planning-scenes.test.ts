import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { PlanningScene, SceneChange } from '@cellwright/domain/space';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { PlanningScenes } from './planning-scenes.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
const addCrate: SceneChange = {
  kind: 'addObstacle',
  obstacle: { name: 'crate', shape: { kind: 'sphere', radius: 0.1 }, pose },
};

function setUp(rows = new Map<RobotKind, PlanningScene>(), onScene?: (scene: PlanningScene) => void) {
  const clock = new VirtualClock();
  const copies = new Map<RobotKind, PlanningScene>();
  const planner = {
    isAway: false,
    notes: [] as string[],
    async put(scene: PlanningScene) {
      if (planner.isAway) throw new ProductError('unavailable', 'Nothing answers');
      copies.set(scene.robotKind, scene);
      return planner.notes;
    },
    async findRevision(robotKind: RobotKind) {
      if (planner.isAway) throw new ProductError('unavailable', 'Nothing answers');
      return copies.get(robotKind)?.revision;
    },
  };
  const store = {
    load: async (robotKind: RobotKind) => rows.get(robotKind),
    save: async (scene: PlanningScene) => {
      if ((rows.get(scene.robotKind)?.revision ?? 0) !== scene.revision - 1) return false;
      rows.set(scene.robotKind, scene);
      return true;
    },
  };
  const keeper = new PlanningScenes({ store, planner, clock, log: silentLogger, onScene });
  return { clock, copies, keeper, planner, rows };
}

describe('the planning scene', () => {
  it('starts empty, also in the planner', async () => {
    const { keeper, copies } = setUp();
    await keeper.load();
    await flushPromises();
    expect(copies.get('live')).toEqual({ robotKind: 'live', revision: 0, obstacles: [], endEffector: null });
  });

  it('reaches the store and the planner before a change is answered', async () => {
    const { keeper, copies, rows } = setUp();
    await keeper.load();
    expect((await keeper.change('simulated', addCrate)).revision).toBe(1);
    expect(rows.get('simulated')?.obstacles).toHaveLength(1);
    expect(copies.get('simulated')?.revision).toBe(1);
    expect(keeper.current('live').obstacles).toEqual([]);
  });

  it("returns the planner's notes on it, and none while the planner is unavailable", async () => {
    const { keeper, planner } = setUp();
    await keeper.load();
    planner.notes = ["'crate' overlaps the base"];
    expect(await keeper.change('simulated', addCrate)).toEqual({ revision: 1, notes: ["'crate' overlaps the base"] });
    planner.isAway = true;
    expect(await keeper.change('simulated', { kind: 'clearObstacles' })).toEqual({ revision: 2, notes: [] });
  });

  it('contains the environment objects of the cell, stored and sent like every change, and only when they differ', async () => {
    const seen: number[] = [];
    const { keeper, rows, copies } = setUp(undefined, ({ revision }) => seen.push(revision));
    const table = { name: 'table', shape: { kind: 'sphere' as const, radius: 0.2 }, pose, spaceItemID: 'space_1' };
    await keeper.change('simulated', addCrate);
    await keeper.placeObjects('simulated', [table]);
    expect((await keeper.placeObjects('simulated', [{ ...table }])).revision).toBe(2);
    expect(rows.get('simulated')?.obstacles.map(({ name }) => name)).toEqual(['crate', 'table']);
    expect([copies.get('simulated')?.revision, seen]).toEqual([2, [1, 2]]);
    await expect(keeper.change('simulated', { kind: 'removeObstacle', name: 'table' })).rejects.toThrow(
      'Change it there',
    );
  });

  it('survives the process', async () => {
    const { keeper, rows } = setUp();
    await keeper.change('simulated', addCrate);
    const next = setUp(rows);
    await next.keeper.load();
    expect(next.keeper.current('simulated').obstacles).toHaveLength(1);
  });

  it('applies changes one after the other', async () => {
    const { keeper } = setUp();
    const results = await Promise.allSettled([
      keeper.change('simulated', addCrate),
      keeper.change('simulated', addCrate),
      keeper.change('simulated', { kind: 'removeObstacle', name: 'crate' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(keeper.current('simulated')).toMatchObject({ revision: 2, obstacles: [] });
  });

  it('keeps a change of another client', async () => {
    const { keeper, rows } = setUp();
    await keeper.load();
    rows.set('simulated', { robotKind: 'simulated', revision: 5, obstacles: [], endEffector: null });
    await expect(keeper.change('simulated', addCrate)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('reaches a planner that was away, or has lost it', async () => {
    const { keeper, planner, copies, clock } = setUp();
    planner.isAway = true;
    await keeper.load();
    await keeper.change('simulated', addCrate);
    expect(copies.size).toBe(0);
    planner.isAway = false;
    await clock.advance(2000);
    expect(copies.get('simulated')?.revision).toBe(1);
    copies.clear();
    await clock.advance(2000);
    expect(copies.get('simulated')?.revision).toBe(1);
    keeper.close();
  });
});
