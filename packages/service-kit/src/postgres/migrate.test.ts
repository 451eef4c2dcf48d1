import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Logger, silentLogger } from '../logger.ts';
import { applyMigrations, bringUpToDate, MigrationError } from './index.ts';

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cellwright-migrations-'));
  await writeMigration('20260101000000_init', 'CREATE TABLE "Routine" ("id" TEXT PRIMARY KEY);');
  await writeMigration(
    '20260102000000_name',
    'ALTER TABLE "Routine" ADD COLUMN "name" TEXT; CREATE TYPE "Kind" AS ENUM (\'a\');',
  );
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}

const apply = (schema = 'library') =>
  applyMigrations({ connectionString: database.url, schema, directory, log: silentLogger });

async function appliedNames(schema = 'library'): Promise<unknown[]> {
  const { rows } = await database.query(
    `SELECT migration_name, finished_at IS NOT NULL AS finished FROM "${schema}"."_prisma_migrations" ORDER BY migration_name`,
  );
  return rows.map((row) => [row.migration_name, row.finished]);
}

const both = [
  ['20260101000000_init', true],
  ['20260102000000_name', true],
];

describe('applyMigrations', () => {
  test("creates the schema and keeps Prisma's record", async () => {
    expect(await apply()).toEqual(['20260101000000_init', '20260102000000_name']);
    expect(await appliedNames()).toEqual(both);
    await database.query("INSERT INTO library.\"Routine\" VALUES ('routine_1', 'one')");
  });

  test('does nothing the second time', async () => {
    await apply();
    expect(await apply()).toEqual([]);
  });

  test('applies only new migrations', async () => {
    await apply();
    await writeMigration('20260103000000_more', 'CREATE TABLE "Item" ("id" TEXT);');
    expect(await apply()).toEqual(['20260103000000_more']);
  });

  test('separates services in their own schemas', async () => {
    await apply('library');
    await apply('runner');
    expect(await appliedNames('runner')).toEqual(both);
    const { rows } = await database.query("SELECT count(*)::int AS n FROM pg_tables WHERE tablename = 'Routine'");
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('rolls a failing migration back and keeps earlier ones', async () => {
    await writeMigration('20260103000000_broken', 'CREATE TABLE "Half" ("id" TEXT); SELECT nonsense;');
    await expect(apply()).rejects.toThrow(
      /^The migration 20260103000000_broken of the schema 'library' cannot be applied: column "nonsense" does not exist$/,
    );
    expect(await appliedNames()).toEqual(both);
    const { rows } = await database.query("SELECT 1 FROM pg_tables WHERE tablename = 'Half'");
    expect(rows).toEqual([]);
    await writeMigration('20260103000000_broken', 'CREATE TABLE "Whole" ("id" TEXT);');
    expect(await apply()).toEqual(['20260103000000_broken']);
  });

  test('refuses a database migrated by a newer version and changes nothing', async () => {
    await apply();
    await rm(join(directory, '20260102000000_name'), { recursive: true });
    await writeMigration('20260101500000_other', 'CREATE TABLE "Other" ("id" TEXT);');
    const error = await apply().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MigrationError);
    expect(error).toMatchObject({ reason: 'newer', message: expect.stringContaining('newer version of Cellwright') });
    expect(error).toMatchObject({ message: expect.stringContaining('20260102000000_name') });
    expect(await appliedNames()).toEqual(both);
  });

  test('refuses a migration changed after it was applied', async () => {
    await apply();
    await writeMigration('20260101000000_init', 'CREATE TABLE "Routine" ("id" UUID PRIMARY KEY);');
    await expect(apply()).rejects.toMatchObject({ reason: 'changed' });
  });

  inExhaustiveRuns(() => {
    test('succeeds for three services that start together, five times in a row', async () => {
      for (let round = 0; round < 5; round += 1) {
        const schema = `round_${round}`;
        const applied = await Promise.all([apply(schema), apply(schema), apply(schema)]);
        expect(applied.flat().sort()).toEqual(['20260101000000_init', '20260102000000_name']);
        expect(await appliedNames(schema)).toEqual(both);
      }
    });

    test('leaves neither a lock nor a partial migration when the process is killed', async () => {
      await writeMigration('20260103000000_slow', 'CREATE TABLE "Slow" ("id" TEXT); SELECT pg_sleep(60);');
      const script = `
        import { applyMigrations } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)};
        await applyMigrations({ connectionString: process.argv[1], schema: 'library', directory: process.argv[2], log: { info() {}, error() {} } });`;
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', script, database.url, directory],
        {
          stdio: 'ignore',
        },
      );
      const isMigrating = async () => {
        const { rows } = await database.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = $1",
          [database.name],
        );
        return rows.length > 0;
      };
      await expect.poll(isMigrating).toBe(true);
      child.kill('SIGKILL');
      // The server does not detect the disconnected client until it responds.
      await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = $1",
        [database.name],
      );
      await writeMigration('20260103000000_slow', 'CREATE TABLE "Slow" ("id" TEXT);');
      expect(await apply()).toEqual(['20260103000000_slow']);
    });
  });
});

describe('bringUpToDate with await', () => {
  const wait = (clock = new VirtualClock()) =>
    bringUpToDate({
      mode: 'await',
      connectionString: database.url,
      schema: 'library',
      directory,
      log: silentLogger,
      clock,
    });

  test('starts once the migrations are applied and applies none itself', async () => {
    await apply();
    await wait();
    expect(await appliedNames()).toEqual(both);
  });

  describe('as a user that the migrations create', () => {
    const role = `services_${process.pid}`;
    const servicesUrl = () => {
      const url = new URL(database.url);
      Object.assign(url, { username: role, password: 'pass' });
      return url.href;
    };
    const start = (clock: VirtualClock, log: Logger = silentLogger) =>
      bringUpToDate({
        ...{ mode: 'await', connectionString: servicesUrl(), schema: 'library', directory, log, clock },
      });
    /** Lets time pass until the work ends: each check of the database is real, the time between two is not. */
    const passTime = async (clock: VirtualClock, work: Promise<unknown>) => {
      let hasEnded = false;
      void work.then(
        () => (hasEnded = true),
        () => (hasEnded = true),
      );
      while (!hasEnded) {
        await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(1000);
      }
    };
    afterEach(async () => {
      await database.query(`DROP OWNED BY ${role}`).catch(() => undefined);
      await database.query(`DROP ROLE IF EXISTS ${role}`);
    });

    /** Starts to wait, returns once the log names the reason, and ends when the migrations give the user its rights. */
    const waitFor = async (reason: string) => {
      const clock = new VirtualClock();
      const reasons: unknown[] = [];
      const log = { ...silentLogger, info: (_text: string, about?: object) => void reasons.push(about) };
      const waiting = start(clock, log);
      await expect.poll(() => reasons).toMatchObject([{ reason: expect.stringContaining(reason) }]);
      const options = { connectionString: database.url, servicesUrl: servicesUrl(), schema: 'library', directory };
      await applyMigrations({ ...options, log: silentLogger });
      await passTime(clock, waiting);
      await waiting;
    };

    test('waits while that user does not exist yet', async () => {
      await waitFor(role);
    });

    test('waits while that user has no rights yet', async () => {
      await apply();
      await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pass'`);
      await waitFor('permission denied');
    });

    test('finally reports that Postgres refuses it', async () => {
      const clock = new VirtualClock();
      const waiting = start(clock);
      const refused = expect(waiting).rejects.toThrow(role);
      await passTime(clock, waiting);
      await refused;
    });
  });

  inExhaustiveRuns(() => {
    test('creates nothing in an empty database and finally reports what is missing', async () => {
      const clock = new VirtualClock();
      const waiting = wait(clock);
      const refused = expect(waiting).rejects.toMatchObject({
        reason: 'missing',
        message: expect.stringContaining('lacks 20260101000000_init, 20260102000000_name'),
      });
      // Each check of the database is real; the time between two checks is not.
      const end = new AbortController();
      void waiting.catch(() => end.abort());
      while (!end.signal.aborted) {
        await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(60_000);
      }
      await refused;
      const { rows } = await database.query("SELECT 1 FROM pg_namespace WHERE nspname = 'library'");
      expect(rows).toEqual([]);
    });
  });

  test('refuses a database of a newer version immediately', async () => {
    await writeMigration('20260103000000_more', 'CREATE TABLE "Item" ("id" TEXT);');
    await apply();
    await rm(join(directory, '20260103000000_more'), { recursive: true });
    await expect(wait()).rejects.toMatchObject({ reason: 'newer' });
  });
});
