import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDatabase, restoreBackupFile, writeBackup } from './backup-file.ts';
import { createOwnerKey } from './sealed-stream.ts';

const owner = createOwnerKey();
const tables = `
  CREATE TABLE "Item" ("id" BIGSERIAL PRIMARY KEY, "body" JSONB NOT NULL, "bytes" BYTEA, "at" TIMESTAMPTZ(3),
    "number" DOUBLE PRECISION, "name" TEXT GENERATED ALWAYS AS ("body" ->> 'name') STORED);
  CREATE TABLE "Part" ("id" TEXT PRIMARY KEY, "itemID" BIGINT NOT NULL REFERENCES "Item"("id"), "words" TEXT[]);
  CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append only'; END $$;
  CREATE TRIGGER "Part_is_kept" BEFORE UPDATE OR DELETE ON "Part" FOR EACH ROW EXECUTE FUNCTION "refuse"();`;

let folder: string;
let database: TestDatabase;
let backed: BackupDatabase;
const scratchName = 'backup_test_scratch';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-backups-'));
  addMigration('20260101000000_init', tables);
  database = await createDatabase();
  backed = { url: database.url, schemas: ['shop'], migrate };
  await migrate(database.url);
  await database.query(`INSERT INTO shop."Item" ("body", "bytes", "at", "number")
    SELECT jsonb_build_object('name', 'Ä "' || n, 'n', n), decode(md5(n::text), 'hex'), '2026-01-01T00:00:00.123Z', n / 3.0
    FROM generate_series(1, 1200) AS n`);
  await database.query(`INSERT INTO shop."Part" VALUES ('one', 1, '{a,"b c"}'), ('two', 1200, NULL)`);
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function addMigration(name: string, sql: string): void {
  mkdirSync(join(folder, 'migrations', name), { recursive: true });
  writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql);
}

async function migrate(connectionString: string): Promise<void> {
  const directory = join(folder, 'migrations');
  await applyMigrations({ connectionString, schema: 'shop', directory, log: silentLogger });
}

const file = () => join(folder, 'backups', 'one.cwb');
const write = (change: Partial<BackupDatabase> = {}) =>
  writeBackup(
    { ...backed, ...change },
    { file: file(), ownerPublicKey: owner.publicKey, buildID: '1.0', now: new Date(0), scratchName },
  );
const readAll = async () => [
  (await database.query('SELECT * FROM shop."Item" ORDER BY "id"')).rows,
  (await database.query('SELECT * FROM shop."Part" ORDER BY "id"')).rows,
];

describe('A backup', () => {
  it('restores every row as it was, and continues its numbers', async () => {
    const before = await readAll();
    const written = await write();
    expect(written).toMatchObject({ rowCount: 1203, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(readFileSync(file()).length).toBe(written.size);
    await database.query('TRUNCATE shop."Item", shop."Part"');
    await database.query(`INSERT INTO shop."Item" ("body") VALUES ('{}')`);
    await restoreBackupFile(backed, file(), owner.privateKey);
    expect(await readAll()).toEqual(before);
    const { rows } = await database.query(`INSERT INTO shop."Item" ("body") VALUES ('{}') RETURNING "id"`);
    expect(rows).toEqual([{ id: '1201' }]);
    await expect(database.query('DELETE FROM shop."Part"')).rejects.toThrow('append only');
  });

  it('leaves no other database behind', async () => {
    await write();
    const { rows } = await database.query('SELECT 1 FROM pg_database WHERE datname = $1', [scratchName]);
    expect(rows).toEqual([]);
  });

  it('fails when what was restored differs', async () => {
    const alter = async (url: string) => {
      await migrate(url);
      addMigration(
        '20260102000000_change',
        `CREATE FUNCTION "change"() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW."number" = 0; RETURN NEW; END $$;
        CREATE TRIGGER "Item_changes" BEFORE INSERT ON "Item" FOR EACH ROW EXECUTE FUNCTION "change"();
        ALTER TABLE "Item" ENABLE ALWAYS TRIGGER "Item_changes"`,
      );
      const directory = join(folder, 'migrations');
      await applyMigrations({ connectionString: url, schema: 'shop', directory, log: silentLogger });
      const { Client } = (await import('pg')).default;
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`DELETE FROM shop."_prisma_migrations" WHERE migration_name LIKE '%change'`);
      await client.end();
    };
    await expect(write({ migrate: alter })).rejects.toThrow(
      `its table shop."Item" was not restored as it was`.replace('shop', '"shop"'),
    );
    expect(existsSync(file())).toBe(false);
  });

  it('changes nothing when the key is wrong, the file is damaged or cut, or the version is another one', async () => {
    await write();
    const before = await readAll();
    const refused = 'The backup cannot be opened with this key, or it is damaged';
    await expect(restoreBackupFile(backed, file(), createOwnerKey().privateKey)).rejects.toThrow(refused);
    const sealed = readFileSync(file());
    writeFileSync(file(), sealed.subarray(0, sealed.length - 10));
    await expect(restoreBackupFile(backed, file(), owner.privateKey)).rejects.toThrow(refused);
    writeFileSync(file(), sealed);
    addMigration('20260102000000_more', 'CREATE TABLE "More" ("id" TEXT PRIMARY KEY)');
    await migrate(database.url);
    await expect(restoreBackupFile(backed, file(), owner.privateKey)).rejects.toThrow('another version of the product');
    expect(await readAll()).toEqual(before);
  });
});
