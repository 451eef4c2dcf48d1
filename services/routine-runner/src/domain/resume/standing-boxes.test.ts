import type { PlaceStep } from '@cellwright/domain/run';
import { spaceItemSchema } from '@cellwright/domain/space';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const boxCount = 4;
const pallet = [
  {
    ...{ id: 'pallet', name: 'Pallet', kind: 'palletBase', positions: [] },
    ...{ lengthMM: 400, widthMM: 300, cornerXMM: 400, cornerYMM: 150 },
  },
  {
    ...{ id: 'boxes', name: 'Boxes', kind: 'palletBoxes', positions: [] },
    ...{ palletBaseIDs: ['pallet'], approachDistanceXYMM: 40, approachDistanceZMM: 30 },
    boxTypes: [{ id: 'carton', name: 'Carton', width: 60, depth: 60, height: 60, weight: 0.4, offsetZ: 0 }],
    layerPatterns: [
      {
        ...{ id: 'row', name: 'Row', boxTypeID: 'carton' },
        boxList: [0, 1, 2, 3].map((order) => ({ id: `box-${order}`, x: 40 + 80 * order, y: 40, rotation: 0, order })),
      },
    ],
    layerOrder: ['row'],
  },
].map((item) => spaceItemSchema.parse(item));

/** Returns a routine that places boxes, or removes them again, one in each round. */
function palletizing(action: 'show' | 'hide') {
  const variable = action === 'show' ? 'round' : 'roundsLeft';
  const boxIndex = { kind: 'stateVariable', stepID: 'step_2', variable };
  const of = { scope: 'specificBox', palletBaseID: 'pallet', layerIndex: 1, boxIndex };
  const all = { scope: 'allBoxes', palletBaseID: 'pallet' };
  const begin = action === 'show' ? { action: 'hide' } : { action: 'show', palletizing: all };
  const routine = routineOf([
    step('step_1', 'UpdateVisualization', { targetSpaceItemId: 'boxes', ...begin }),
    step('step_2', 'Loop', { times: boxCount }),
    step('step_2.1', 'Wait', { milliseconds: 100 }),
    step('step_2.2', 'UpdateVisualization', { targetSpaceItemId: 'boxes', action, palletizing: of }),
  ]);
  return { ...routine, spaceItems: pallet };
}

/** Returns the rounds whose box is in place for a run that continues at a place. */
function finishedRounds({ stepPath, isDone, round }: PlaceStep): readonly number[] {
  const current = round?.round ?? 0;
  // The step that changes the box plays again: it may have changed it before.
  if (stepPath === '2.2') return isDone ? [current] : [current - 1, current];
  return [stepPath === '1' ? 0 : current - 1];
}

/** Lets the runner crash after a time, with slow writes of its journal. */
async function crashAfter(action: 'show' | 'hide', ms: number, writeMS: number) {
  const cell = startCell({ routine: palletizing(action) });
  await cell.session.begin();
  cell.journal.delay = () => cell.clock.sleep(writeMS);
  await cell.clock.advance(100);
  expect(await cell.ask('loadRoutine', { routineID: 'routine_1' })).toMatchObject({ ok: true });
  expect(await cell.ask('playRoutine')).toMatchObject({ ok: true });
  await cell.clock.advance(ms);
  const standing = cell.scene.current.obstacles.length;
  const found = cell.archive.interrupted(cell.clock.wallNow());
  cell.robot.cut();
  await cell.clock.advance(1000);
  const { clock, robot, loadedRoutines, library } = cell;
  const after = startCell({ clock, robot, archive: found, loadedRoutines, routine: library.routine });
  await after.session.begin();
  await after.clock.advance(100);
  return { standing, place: after.state().resumePlaces?.[0]?.at };
}

describe('The place of a run that stopped among boxes on a pallet', () => {
  it('counts the boxes by their name, not the iterations', async () => {
    const { place } = await crashAfter('show', 500, 1);
    expect(place?.stepPath).toMatch(/^2\.[12]$/);
    expect(place?.round).toEqual({ round: 3, of: boxCount, object: 'Carton' });
  });
});

describe.each(['show', 'hide'] as const)('The boxes after a crash of a run with the action %s', (action) => {
  it('match the place at which it can be continued, at any time of the crash and speed of the journal', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 60 }), async (ms, writeMS) => {
        const { standing, place } = await crashAfter(action, ms, writeMS);
        // Before its first step it leaves no place; at its end it has none any more.
        if (!place?.stepPath.startsWith('2')) return;
        const finished = action === 'show' ? standing : boxCount - standing;
        seen.add(finished);
        expect(finishedRounds(place), `${JSON.stringify(place)}, ${standing} boxes`).toContain(finished);
      }),
      { numRuns: propertyRuns(60, 1000) },
    );
    expect(seen.size).toBeGreaterThan(2);
  });
});
