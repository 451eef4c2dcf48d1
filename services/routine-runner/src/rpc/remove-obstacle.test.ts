import { changeSceneBoxes, emptyScene, type PlanningScene, type ShownThing } from '@cellwright/domain/space';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { PlanningScenes } from '../domain/arm/planning-scenes.ts';
import { removeObstacleOf } from './remove-obstacle.ts';

const pose = { x: 0.5, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const box = (boxIndex: number): ShownThing => ({
  ...{ kind: 'box', spaceItemID: 'boxes', palletBaseID: 'pallet', boxTypeID: 'carton', layerIndex: 1, boxIndex },
  ...{ opacity: 1, label: null, pose, size: [0.1, 0.1, 0.06] },
});

async function start(isActive: boolean) {
  const things = [box(1), box(2)];
  const shown = changeSceneBoxes(
    emptyScene('simulated'),
    { action: 'show', things },
    (thing) => `box ${thing.boxIndex}`,
  );
  const stored: PlanningScene | undefined = shown.ok ? shown.value : undefined;
  const scenes = new PlanningScenes({
    store: { load: async (robotKind) => (robotKind === 'simulated' ? stored : undefined), save: async () => true },
    planner: { put: async () => [], findRevision: async () => 0 },
    clock: new VirtualClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await scenes.load();
  const session = { runs: { isActive } };
  const remove = (name: string) =>
    removeObstacleOf({ scenes, sessions: { live: { session }, simulated: { session } } }, 'simulated', name);
  return { remove, names: () => scenes.current('simulated').obstacles.map(({ name }) => name) };
}

describe('Removing an obstacle', () => {
  it('takes away a box that a routine left on a pallet', async () => {
    const { remove, names } = await start(false);
    expect(await remove('box 1')).toMatchObject({ revision: 2 });
    expect(names()).toEqual(['box 2']);
    await expect(remove('box 1')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves the boxes of a routine that plays', async () => {
    const { remove, names } = await start(true);
    await expect(remove('box 1')).rejects.toMatchObject({ code: 'conflict' });
    expect(names()).toEqual(['box 1', 'box 2']);
  });
});
