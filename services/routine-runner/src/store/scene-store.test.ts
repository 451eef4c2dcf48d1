import { emptyScene, type PlanningScene } from '@cellwright/domain/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunnerDatabase } from './runner-database.fixture.ts';
import { createSceneStore } from './scene-store.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;

beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());

it('keeps one scene for each robot, and takes only the revision after the stored one', async () => {
  const store = createSceneStore(database.db);
  const first: PlanningScene = { ...emptyScene('live'), revision: 1 };
  const second: PlanningScene = { ...first, revision: 2, endEffector: { name: 'rod', collisionBoxes: [], weight: 1 } };
  expect(await store.load('live')).toBeUndefined();
  expect(await store.save(second)).toBe(false);
  expect(await store.save(first)).toBe(true);
  expect(await store.save(first)).toBe(false);
  expect(await store.save(second)).toBe(true);
  expect(await store.load('live')).toEqual(second);
  expect(await store.load('simulated')).toBeUndefined();
});
