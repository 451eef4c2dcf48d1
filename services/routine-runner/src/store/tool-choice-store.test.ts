import { fileURLToPath } from 'node:url';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, schema } from './database.ts';
import { createToolChoiceStore } from './tool-choice-store.ts';

let own: TestDatabase;
let tables: ReturnType<typeof connectDatabase>;

beforeAll(async () => {
  own = await createDatabase();
  const directory = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
  await applyMigrations({ connectionString: own.url, schema, directory, log: silentLogger });
  tables = connectDatabase(own.url);
});
afterAll(async () => {
  await tables?.close();
  await own?.drop();
});

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
