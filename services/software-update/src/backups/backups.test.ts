import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backup } from '@cellwright/domain/software';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackupStore } from '../store/backup-store.ts';
import { Backups } from './backups.ts';
import type { RestoreRules } from './restore-rules.ts';

const kept = 2;
let folder: string;
let database: TestDatabase;
let busy: string | undefined;
let records: Map<string, Backup>;
let publicKey: string | undefined;
let clock: VirtualClock;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-backups-'));
  mkdirSync(join(folder, 'migrations', '1_init'), { recursive: true });
  writeFileSync(join(folder, 'migrations', '1_init', 'migration.sql'), 'CREATE TABLE "Item" ("id" TEXT PRIMARY KEY)');
  database = await createDatabase();
  await migrate(database.url);
  await database.query(`INSERT INTO shop."Item" VALUES ('before')`);
  [busy, records, publicKey, clock] = [undefined, new Map(), undefined, new VirtualClock()];
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function migrate(connectionString: string): Promise<void> {
  const directory = join(folder, 'migrations');
  await applyMigrations({ connectionString, schema: 'shop', directory, log: silentLogger });
}

const store: BackupStore = {
  list: async () => [...records.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
  save: async (backup) => void records.set(backup.id, backup),
  remove: async (id) => void records.delete(id),
};

function createBackups(rules?: RestoreRules): Backups {
  return new Backups({
    database: { url: database.url, schemas: ['shop'], migrate, ...(rules && { rules }) },
    store,
    publicKey: {
      read: async () => publicKey,
      async write(key) {
        publicKey = key;
      },
    },
    readKept: async () => kept,
    folder: join(folder, 'backups'),
    buildID: '1.0',
    interlock: { findBusy: async () => busy },
    ...{ clock, log: silentLogger },
  });
}

/** Creates a backup, a second after the one before. */
async function create(backups: Backups): Promise<string> {
  await clock.advance(1000);
  const { id } = await backups.create('person');
  await backups.close();
  return id;
}

const readItems = async () => (await database.query('SELECT "id" FROM shop."Item"')).rows;

describe('Backups', () => {
  it('require a key, verify each one, and bring back what was stored', async () => {
    const backups = createBackups();
    await expect(backups.create('person')).rejects.toThrow('Create the backup key first');
    const key = await backups.createKey();
    const id = await create(backups);
    expect(records.get(id)).toMatchObject({ status: 'success', isVerified: true, rowCount: 2, buildID: '1.0' });
    await database.query(`UPDATE shop."Item" SET "id" = 'after'`);
    let restores = 0;
    const count = async () => {
      restores += 1;
    };
    expect(await backups.restore(id, key, count)).toMatchObject({ restoreStatus: 'restoring' });
    await expect(backups.create('person')).rejects.toThrow('Another backup is being made or restored');
    await backups.close();
    expect([restores, records.get(id)?.restoreStatus]).toEqual([1, 'restored']);
    expect(await readItems()).toEqual([{ id: 'before' }]);
  });

  it('return parts that make up the file', async () => {
    const backups = createBackups();
    await backups.createKey();
    const id = await create(backups);
    const { content, nextOffset } = await backups.read(id, 0);
    expect(Buffer.from(content, 'base64')).toHaveLength(records.get(id)?.size ?? 0);
    expect(nextOffset).toBeNull();
    await expect(backups.read(id, 1e9)).rejects.toThrow('has only');
    rmSync(join(folder, 'backups', `${id}.cwb`));
    symlinkSync('/etc/hostname', join(folder, 'backups', `${id}.cwb`));
    await expect(backups.read(id, 0)).rejects.toThrow('was changed or is incomplete');
  });

  it('refuse a restore while a robot is in use, and with another key', async () => {
    const backups = createBackups();
    await backups.createKey();
    const id = await create(backups);
    busy = 'A routine runs on the live robot';
    await expect(backups.restore(id, 'key')).rejects.toThrow('Stop it, then restore the backup');
    busy = undefined;
    await database.query(`UPDATE shop."Item" SET "id" = 'after'`);
    await backups.restore(id, 'cwbackup_nonsense');
    await backups.close();
    expect(records.get(id)).toMatchObject({
      restoreStatus: 'failed',
      lastErrorMessage: expect.stringContaining('cannot be opened with this key'),
    });
    expect(await readItems()).toEqual([{ id: 'after' }]);
  });

  it('bring back neither ended access nor an earlier state of a record that is only added to', async () => {
    const tables = ['Log', 'LogEnd', 'Session', 'Token'];
    const creation = tables.map((table) => `CREATE TABLE "${table}" ("id" TEXT PRIMARY KEY)`).join(';\n');
    mkdirSync(join(folder, 'migrations', '2_more'));
    writeFileSync(join(folder, 'migrations', '2_more', 'migration.sql'), creation);
    await migrate(database.url);
    const put = (table: string, id: string) => database.query(`INSERT INTO shop."${table}" VALUES ('${id}')`);
    const read = async (table: string) => {
      const { rows } = await database.query(`SELECT "id" FROM shop."${table}" ORDER BY 1`);
      return rows.map(({ id }) => id);
    };
    const inShop = (table: string) => ({ schema: 'shop', table });
    const backups = createBackups({
      kept: [[inShop('Log'), inShop('LogEnd')]],
      emptied: [inShop('Session')],
      live: [{ ids: 'SELECT "id" FROM shop."Token"', removals: ['DELETE FROM shop."Token" WHERE "id" <> ALL($1)'] }],
    });
    const key = await backups.createKey();
    for (const table of tables) await put(table, 'early');
    await put('Token', 'kept');
    const id = await create(backups);
    for (const table of tables) await put(table, 'late');
    await database.query(`DELETE FROM shop."Token" WHERE "id" = 'early'`);
    await backups.restore(id, key);
    await backups.close();
    expect(records.get(id)?.restoreStatus).toBe('restored');
    expect([await read('Log'), await read('LogEnd')]).toEqual([
      ['early', 'late'],
      ['early', 'late'],
    ]);
    expect([await read('Session'), await read('Token')]).toEqual([[], ['kept']]);
    // A new database has no record yet: it gets that of the backup.
    for (const table of tables) await database.query(`DELETE FROM shop."${table}"`);
    await backups.restore(id, key);
    await backups.close();
    expect([await read('Log'), await read('LogEnd'), await read('Token')]).toEqual([['early'], ['early'], []]);
  });

  it('remain until a person deletes them, or there are too many', async () => {
    const backups = createBackups();
    await backups.createKey();
    const first = await create(backups);
    for (let made = 0; made < kept; made += 1) await create(backups);
    expect(records.size).toBe(kept);
    expect(records.has(first)).toBe(false);
    const [last = ''] = records.keys();
    await backups.remove(last);
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(kept - 1);
    expect(existsSync(join(folder, 'backups', `${last}.cwb`))).toBe(false);
    await expect(backups.remove(last)).rejects.toThrow('There is no such backup');
  });

  it('become failed ones when the cell ended while they were made', async () => {
    const backups = createBackups();
    await backups.createKey();
    const id = await create(backups);
    const backup = records.get(id);
    if (backup) records.set(id, { ...backup, status: 'creating' });
    const incoming = join(folder, 'backups', `${id}.cwb.incoming`);
    writeFileSync(incoming, 'incomplete');
    await createBackups().begin();
    expect(existsSync(incoming)).toBe(false);
    expect(records.get(id)).toMatchObject({ status: 'failed', lastErrorMessage: expect.stringContaining('Try again') });
  });
});
