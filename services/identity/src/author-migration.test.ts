import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@cellwright/service-kit';
import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
const migrationName = '20261127150000_author';
const rowsSchema = z.array(z.object({ body: z.string() }));

let database: TestDatabase;
let earlier: string;
const migrate = (directory: string) =>
  applyMigrations({
    connectionString: database.url,
    schema: 'identity',
    directory,
    included: [entityTablesMigration],
    log: silentLogger,
  });
const insert = (entity: string, document: { readonly id: string; readonly permissions?: unknown }) =>
  database.query(
    `INSERT INTO identity."Entity" ("entity", "id", "version", "body", "createdAt", "updatedAt") VALUES ($1, $2, 3, $3, now(), now())`,
    [entity, document.id, JSON.stringify(document)],
  );
async function readPermissions(entity: string, id: string): Promise<unknown> {
  const { rows } = await database.query('SELECT "body" FROM identity."Entity" WHERE "entity" = $1 AND "id" = $2', [
    entity,
    id,
  ]);
  const [row] = rowsSchema.parse(rows);
  return z.looseObject({}).parse(JSON.parse(row?.body ?? '')).permissions;
}

beforeAll(async () => {
  database = await createDatabase();
  earlier = mkdtempSync(join(tmpdir(), 'cellwright-author-'));
  for (const name of readdirSync(migrations).filter((each) => each < migrationName))
    cpSync(join(migrations, name), join(earlier, name), { recursive: true });
  await migrate(earlier);
  const none = { account: false, connectToRobot: false, controlPanel: false };
  await insert('users', { id: 'user_ada', permissions: { ...none, account: true, connectToRobot: true } });
  await insert('users', { id: 'user_watcher', permissions: none });
  await insert('users', { id: 'user_old' });
  await insert('tokens', { id: 'token_line', permissions: ['connectToRobot', 'controlPanel'] });
  await insert('tokens', { id: 'token_reader', permissions: [] });
  await migrate(migrations);
});
afterAll(async () => {
  await database?.drop();
  rmSync(earlier, { recursive: true, force: true });
});

describe('the migration to the permission author', () => {
  it('grants author to users with connectToRobot, and changes no others', async () => {
    expect(await readPermissions('users', 'user_ada')).toEqual({
      account: true,
      connectToRobot: true,
      author: true,
      controlPanel: false,
    });
    expect(await readPermissions('users', 'user_watcher')).toEqual({
      account: false,
      connectToRobot: false,
      controlPanel: false,
    });
    expect(await readPermissions('users', 'user_old')).toBeUndefined();
  });

  it('grants author to tokens with connectToRobot, and changes no others', async () => {
    expect(await readPermissions('tokens', 'token_line')).toEqual(['connectToRobot', 'controlPanel', 'author']);
    expect(await readPermissions('tokens', 'token_reader')).toEqual([]);
  });
});
