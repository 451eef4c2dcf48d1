import { buildManifestSchema } from '@cellwright/domain/software';
import { silentLogger } from '@cellwright/service-kit';
import { createDatabase, propertyRuns, type TestDatabase } from '@cellwright/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InstallRecord } from '../domain/journal.ts';
import { dropFormerDatabase, readDatabaseFacts, settleDatabase } from './settle-database.ts';

const record: InstallRecord = {
  id: 'install_1',
  build: buildManifestSchema.parse({
    ...{ buildId: '2.0', name: 'release/2.0' },
    imagesToPull: [{ name: 'cell', x86Url: 'images/2.0.tar' }],
  }),
  ...{
    fromBuildID: '1.0',
    stage: 'switched',
    outcome: 'running',
    source: null,
    error: null,
    isExpiredConfirmed: false,
  },
  ...{ createdAt: new Date(1000), updatedAt: new Date(2000) },
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
  await database.query('CREATE TABLE item AS SELECT 1 AS id');
});
afterEach(async () => {
  for (const name of await listDatabases()) {
    const admin = new URL(database.url);
    if (name !== database.name) await dropDatabase(admin, name);
  }
  await database.drop();
});

async function dropDatabase(admin: URL, name: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await client.end();
}

async function listDatabases(): Promise<string[]> {
  const { Client } = (await import('pg')).default;
  const admin = new URL(database.url);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1', [
    database.name,
  ]);
  await client.end();
  return rows.map(({ datname }) => String(datname));
}

class Killed extends Error {}

/** Starts a build on the database. @param killAt number of the step at which it is killed. @returns its steps. */
async function start(runningBuildID: string, change: Partial<InstallRecord> = {}, killAt = 0) {
  const steps: string[] = [];
  const onStep = (step: string) => {
    steps.push(step);
    if (steps.length === killAt) throw new Killed();
  };
  const journal = { findLast: async () => ({ ...record, ...change }) };
  const settled = await settleDatabase({ url: database.url, journal, runningBuildID, log: silentLogger, onStep }).catch(
    (error: unknown) => {
      if (error instanceof Killed) return 'killed' as const;
      throw error;
    },
  );
  return { settled, steps };
}

/** Migrates as the new build does, and writes. */
async function write(): Promise<void> {
  await database.query('ALTER TABLE item ADD COLUMN IF NOT EXISTS more TEXT');
  await database.query("INSERT INTO item (id, more) VALUES (2, 'new')");
}

const readRows = async () => (await database.query('SELECT * FROM item ORDER BY id')).rows;
const before = [{ id: 1 }];
const after = [
  { id: 1, more: null },
  { id: 2, more: 'new' },
];

describe('settleDatabase', () => {
  it('changes nothing without an install', async () => {
    const journal = { findLast: async () => undefined };
    const options = { url: 'postgresql://nobody@127.0.0.1:1/none', journal, runningBuildID: '1.0', log: silentLogger };
    expect(await settleDatabase(options)).toBe('unchanged');
  });

  it('copies the database for a new build, once, and gives it back to the previous one', async () => {
    expect((await start('2.0')).settled).toBe('copied');
    await write();
    expect((await start('2.0')).settled).toBe('unchanged');
    expect(await readRows()).toEqual(after);
    expect((await start('1.0', { outcome: 'rollingBack' })).settled).toBe('restored');
    expect(await readRows()).toEqual(before);
    expect(await listDatabases()).toEqual([database.name]);
    expect((await start('1.0', { outcome: 'rolledBack' })).settled).toBe('unchanged');
    expect(await readRows()).toEqual(before);
  });

  it('gives the database back when the launcher starts the previous build without a decision in the journal', async () => {
    await start('2.0');
    await write();
    expect((await start('1.0')).settled).toBe('restored');
    expect(await readRows()).toEqual(before);
  });

  it('leaves the database to the previous build before the switch', async () => {
    expect((await start('1.0', { stage: 'imported' })).settled).toBe('unchanged');
    expect(await listDatabases()).toEqual([database.name]);
  });

  it('keeps the data of the new build once it is committed', async () => {
    await start('2.0');
    await write();
    expect((await start('2.0', { outcome: 'committed' })).settled).toBe('unchanged');
    expect(await readRows()).toEqual(after);
    expect(await listDatabases()).toEqual([database.name]);
  });

  it('never uses the copy of another install', async () => {
    await start('2.0', { id: 'install_0' });
    await write();
    expect((await start('1.0')).settled).toBe('unchanged');
    expect(await readRows()).toEqual(after);
    expect(await listDatabases()).toEqual([database.name]);
  });

  it('ends connections that a killed process left', async () => {
    const { Client } = (await import('pg')).default;
    const left = new Client({ connectionString: database.url });
    left.on('error', () => undefined);
    await left.connect();
    expect((await start('2.0')).settled).toBe('copied');
    await expect(left.query('SELECT 1')).rejects.toThrow();
  });

  it('continues at each step at which a start was killed', async () => {
    for (let killAt = 1; killAt <= 2; killAt += 1) {
      await start('2.0', {}, killAt);
      await start('2.0');
      await write();
      const { steps } = await start('1.0', {}, 9);
      expect(steps).toEqual([
        expect.stringMatching(/given_up$/),
        `rename to ${database.name}`,
        expect.stringMatching(/^drop/),
      ]);
      expect(await readRows()).toEqual(before);
    }
    for (let killAt = 1; killAt <= 3; killAt += 1) {
      await start('2.0');
      await write();
      expect((await start('1.0', { outcome: 'rollingBack' }, killAt)).settled).toBe('killed');
      await start('1.0', { outcome: 'rollingBack' });
      expect(await readRows()).toEqual(before);
      expect(await listDatabases()).toEqual([database.name]);
    }
  });

  it('has the data of the switch whenever the previous build starts, after a kill of any process', async () => {
    const starts = fc.array(
      fc.record({ build: fc.constantFrom('1.0', '2.0'), killAt: fc.integer({ min: 0, max: 4 }) }),
      {
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(starts, async (sequence) => {
        for (const { build, killAt } of sequence) {
          const { settled } = await start(build, {}, killAt);
          if (settled === 'killed') continue;
          if (build === '2.0') await write();
          else expect(await readRows()).toEqual(before);
        }
        await start('1.0');
        expect(await readRows()).toEqual(before);
        expect(await listDatabases()).toEqual([database.name]);
      }),
      { numRuns: propertyRuns(6, 100) },
    );
  });
});

describe('dropFormerDatabase', () => {
  it('drops the copy, and can be repeated', async () => {
    await start('2.0');
    await dropFormerDatabase(database.url, record);
    await dropFormerDatabase(database.url, record);
    expect(await listDatabases()).toEqual([database.name]);
  });
});

describe('readDatabaseFacts', () => {
  it('returns the size, and whether the user may copy it', async () => {
    expect(await readDatabaseFacts(database.url)).toEqual({ size: expect.any(Number), canCopy: true });
    expect((await readDatabaseFacts(database.url)).size).toBeGreaterThan(1_000_000);
  });
});
