import { fileURLToPath } from 'node:url';
import { emptyScene, type PlanningScene } from '@cellwright/domain';
import { silentLogger } from '@cellwright/service-kit';
import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, schema } from './database.ts';
import { createSceneStore } from './scene-store.ts';

let own: TestDatabase;
let database: ReturnType<typeof connectDatabase>;

beforeAll(async () => {
  own = await createDatabase();
  const directory = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
  await applyMigrations({
    connectionString: own.url,
    schema,
    directory,
    included: [entityTablesMigration],
    log: silentLogger,
  });
  database = connectDatabase(own.url);
});
afterAll(async () => {
  await database?.close();
  await own?.drop();
});

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
