import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDatabase, restoreBackupFile, type WrittenBackup, writeBackup } from './backup-file.ts';
import { createOwnerKey, seal } from './sealed-stream.ts';

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
const restore = (written: Pick<WrittenBackup, 'size' | 'sha256'>, key = owner.privateKey) =>
  restoreBackupFile(backed, { ...written, file: file() }, key);

/** Writes a file that is sealed for the owner, with any content. */
async function forge(content: Uint8Array) {
  const parts: Buffer[] = [];
  async function* read() {
    yield content;
  }
  for await (const part of seal(read(), owner.publicKey)) parts.push(part);
  const sealed = Buffer.concat(parts);
  mkdirSync(join(folder, 'backups'), { recursive: true });
  writeFileSync(file(), sealed);
  return { size: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') };
}

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
    await restore(written);
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
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`DELETE FROM shop."_prisma_migrations" WHERE migration_name LIKE '%change'`);
      await client.end();
    };
    await expect(write({ migrate: alter })).rejects.toThrow(
      `its table shop."Item" was not restored as it was`.replace('shop', '"shop"'),
    );
    expect(existsSync(file())).toBe(false);
  });

  it('fails with the reason when a table cannot be read, and leaves no file', async () => {
    const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
    await database.query(`ALTER DATABASE ${name} SET lock_timeout = '100ms'`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('LOCK TABLE shop."Part" IN ACCESS EXCLUSIVE MODE');
      await expect(write()).rejects.toThrow('lock timeout');
    } finally {
      await other.end();
    }
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    await write();
  });

  it('fails with the reason when it cannot be restored, and leaves no file', async () => {
    await expect(write({ migrate: async () => undefined })).rejects.toThrow('which this version does not have');
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
  });

  it('changes nothing when the key is wrong or the version is another one', async () => {
    const written = await write();
    const before = await readAll();
    await expect(restore(written, createOwnerKey().privateKey)).rejects.toThrow(
      'The backup cannot be opened with this key, or it is damaged',
    );
    addMigration('20260102000000_more', 'CREATE TABLE "More" ("id" TEXT PRIMARY KEY)');
    await migrate(database.url);
    await expect(restore(written)).rejects.toThrow('another version of the product');
    expect(await readAll()).toEqual(before);
  });

  it('changes nothing when its file is cut, replaced by another one, a link, a folder or missing', async () => {
    const written = await write();
    const sealed = readFileSync(file());
    const before = await readAll();
    const changed = 'was changed or is incomplete. Use another backup';
    writeFileSync(file(), sealed.subarray(0, sealed.length - 10));
    await expect(restore(written)).rejects.toThrow(changed);
    writeFileSync(file(), Buffer.alloc(sealed.length, 7));
    await expect(restore(written)).rejects.toThrow(changed);
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, sealed);
    rmSync(file());
    symlinkSync(elsewhere, file());
    await expect(restore(written)).rejects.toThrow(changed);
    rmSync(file());
    mkdirSync(file());
    await expect(restore(written)).rejects.toThrow(changed);
    rmSync(file(), { recursive: true });
    await expect(restore(written)).rejects.toThrow('The file of this backup is missing');
    expect(await readAll()).toEqual(before);
    renameSync(elsewhere, file());
    await restore(written);
  });

  const header = { format: 1, buildID: '1.0', createdAt: new Date(0).toISOString(), schemas: ['shop'] };
  const item = { table: '"shop"."Item"', columns: ['id', 'body'] };

  it.each([
    ['that is empty', [], 'is not a backup'],
    ['of another kind', [{ hello: 1 }], 'is not a backup'],
    ['of a newer format', [{ ...header, format: 2 }], 'was made by a newer version'],
    ['with a schema of the database', [{ ...header, schemas: ['shop', 'pg_catalog'] }], "has the schema 'pg_catalog'"],
    ['without a schema', [{ ...header, schemas: [] }], "lacks the schema 'shop'"],
    ['with an unknown table', [header, { table: '"pg_catalog"."pg_class"', columns: ['a'] }], 'does not have'],
    ['with a row that is cut off', [header, item, '{"id":1,"body":'], 'is damaged'],
    ['without an end', [header, item, { id: 1, body: {} }], 'is incomplete'],
  ])('changes nothing for a dump %s', async (_, lines, message) => {
    const before = await readAll();
    const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    await expect(restore(await forge(gzipSync(text)))).rejects.toThrow(message);
    expect(await readAll()).toEqual(before);
  });

  it('changes nothing for a file that is not packed', async () => {
    const before = await readAll();
    await expect(restore(await forge(Buffer.from('not packed')))).rejects.toThrow('is damaged');
    expect(await readAll()).toEqual(before);
  });
});
