import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../logger.ts';
import { applyMigrations } from './index.ts';
import { servicesRoleOf } from './services-role.ts';

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cellwright-role-'));
  await write(
    '20260101000000_init',
    'CREATE TABLE "Kept" ("id" SERIAL, "text" TEXT); CREATE TABLE "Log" ("text" TEXT);',
  );
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}

/** Other names than those of services, which exist on the shared test server. */
const roleName = 'cellwright_role_test';
const urlOf = (user: string) => Object.assign(new URL(database.url), { username: user, password: 'secret' }).href;
const migrate = (servicesUrl = urlOf(roleName)) =>
  applyMigrations({
    ...{ connectionString: database.url, servicesUrl, schema: 'shop', directory, log: silentLogger },
    privileges: { Log: ['SELECT', 'INSERT'] },
  });

/** Runs statements as the services' role, one after the other; returns their results. */
async function asServices(...statements: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: urlOf(roleName), options: '-c search_path=shop' });
  await client.connect();
  const outcomes: string[] = [];
  for (const statement of statements) {
    const outcome = await client.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    outcomes.push(outcome);
  }
  await client.end();
  return outcomes;
}

const refused = '42501';

describe('role of services', () => {
  it('reads and writes rows and can change neither tables nor the record of migrations', async () => {
    await migrate();
    const rows = ['INSERT INTO "Kept" ("text") VALUES (1)', 'UPDATE "Kept" SET "text" = 2', 'DELETE FROM "Kept"'];
    expect(await asServices(...rows)).toEqual(['done', 'done', 'done']);
    const others = [
      'TRUNCATE "Kept"',
      'DROP TABLE "Kept"',
      'CREATE TABLE "More" ()',
      'DELETE FROM "_prisma_migrations"',
    ];
    expect(await asServices(...others)).toEqual([refused, refused, refused, refused]);
  });

  it('has only the named privileges if some are named', async () => {
    await migrate();
    const statements = [
      'INSERT INTO "Log" VALUES (1)',
      'SELECT * FROM "Log"',
      'UPDATE "Log" SET "text" = 2',
      'DELETE FROM "Log"',
    ];
    expect(await asServices(...statements)).toEqual(['done', 'done', refused, refused]);
  });

  it('gets its rights to tables of later migrations and loses additional grants', async () => {
    await migrate();
    await database.query(`GRANT ALL ON shop."Log" TO ${roleName}`);
    await write('20260102000000_more', 'CREATE TABLE "More" ("text" TEXT);');
    await migrate();
    expect(await asServices('INSERT INTO "More" VALUES (1)', 'DELETE FROM "Log"')).toEqual(['done', refused]);
  });

  it('applies nothing and starts on current tables', async () => {
    await migrate();
    const options = { connectionString: urlOf(roleName), schema: 'shop', directory, log: silentLogger };
    expect(await applyMigrations(options)).toEqual([]);
    await write('20260102000000_more', 'CREATE TABLE "More" ("text" TEXT);');
    await expect(applyMigrations(options)).rejects.toThrow('permission denied');
  });

  it('refuses a role that could bypass the privileges', async () => {
    const strong = `${roleName}_strong`;
    await database.query(`CREATE ROLE ${strong} LOGIN SUPERUSER`);
    await expect(migrate(urlOf(strong))).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringContaining(`The role '${strong}' of the services may pass the privileges`),
    });
    await database.query(`DROP ROLE ${strong}`);
  });

  it.each([
    ['postgresql://owner@db/cell', undefined, undefined],
    ['postgresql://owner:a@db/cell', 'postgresql://owner:b@db/cell', undefined],
    ['postgresql://owner@db/cell', 'postgresql://db/cell', undefined],
    ['postgresql://owner@db/cell', 'postgresql://a%20b@db/cell', 'a b'],
  ])('follows from the URLs %s and %s', (owner, services, role) => {
    expect(servicesRoleOf(owner, services)).toBe(role);
  });
});
