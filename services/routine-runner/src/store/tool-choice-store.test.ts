import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunnerDatabase } from './runner-database.fixture.ts';
import { createToolChoiceStore } from './tool-choice-store.ts';

let tables: Awaited<ReturnType<typeof startRunnerDatabase>>;

beforeAll(async () => {
  tables = await startRunnerDatabase();
});
afterAll(() => tables.drop());

it('keeps one choice for each robot, and tells none from a bare flange', async () => {
  const live = createToolChoiceStore(tables.db, 'live');
  const simulated = createToolChoiceStore(tables.db, 'simulated');
  expect(await live.load()).toBeUndefined();
  await live.save('equipment_1');
  await live.save('equipment_2');
  expect([await live.load(), await simulated.load()]).toEqual(['equipment_2', undefined]);
  await live.save(null);
  expect(await live.load()).toBeNull();
});
