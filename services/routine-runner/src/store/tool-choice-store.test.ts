import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunnerDatabase } from './runner-database.fixture.ts';
import { createToolChoiceStore } from './tool-choice-store.ts';

let tables: Awaited<ReturnType<typeof startRunnerDatabase>>;

beforeAll(async () => {
  tables = await startRunnerDatabase();
});
afterAll(() => tables.drop());

it('keeps one choice for each robot, with its active end, and distinguishes no choice from a bare flange', async () => {
  const live = createToolChoiceStore(tables.db, 'live');
  const simulated = createToolChoiceStore(tables.db, 'simulated');
  expect(await live.load()).toBeUndefined();
  await live.save({ equipmentID: 'equipment_1', activeEnd: 1 });
  const changer = { equipmentID: 'equipment_2', activeEnd: 2 };
  await live.save(changer);
  expect([await live.load(), await simulated.load()]).toEqual([changer, undefined]);
  await live.save({ equipmentID: null, activeEnd: 1 });
  expect(await live.load()).toEqual({ equipmentID: null, activeEnd: 1 });
});
