import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUnderWay } from '../domain/journal.ts';
import { createJournalFile, locateJournal } from '../store/journal-file.ts';
import { createTestBox, firstBuildID, type TestBox } from '../testing/box.fixture.ts';

// Slow because each case is three to five processes, on a real database that is copied and renamed.
const program = fileURLToPath(new URL('../testing/killed-box.fixture.ts', import.meta.url));
const limitMS = 180_000;
let box: TestBox;
let database: TestDatabase;
beforeEach(async () => {
  box = createTestBox();
  box.publish('2.0');
  database = await createDatabase();
  const directory = join(box.releases, 'releases', firstBuildID, 'migrations');
  await applyMigrations({ connectionString: database.url, schema: 'shop', directory, log: silentLogger });
  await database.query(`INSERT INTO shop."Item" VALUES ('written long before')`);
});
afterEach(async () => {
  await database.drop();
  box.remove();
});

type Health = 'healthy' | 'unhealthy';

/** Runs the box once with the selected build. Returns how it ended. */
async function run(wanted: string, killAt: number, health: Health): Promise<string> {
  const args = [box.folder, database.url, wanted, String(killAt), health];
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  return signal ?? String(code);
}

const readRecord = () => createJournalFile(locateJournal(box.folder)).findLast();
const readText = (name: string) =>
  existsSync(join(box.folder, name)) ? readFileSync(join(box.folder, name), 'utf8') : '';

/** Requests the build, kills the box once, and starts it again until the install is decided. Returns the ends of the starts. */
async function install(killAt: number, health: Health): Promise<string[]> {
  const ends = [await run('2.0', killAt, health)];
  for (let starts = 0; starts < 6; starts += 1) {
    const record = await readRecord();
    const isOver = record === undefined || !isUnderWay(record);
    if (isOver && ends.at(-1) === '0') break;
    ends.push(await run('', killAt, health));
  }
  return ends;
}

/** Returns the items, by the name that the schema of the running build has for them. */
async function readItems(column: 'id' | 'key'): Promise<unknown[]> {
  const { rows } = await database.query(`SELECT "${column}" AS name FROM shop."Item" ORDER BY 1`);
  return rows.map(({ name }) => name);
}

async function listCopies(): Promise<unknown[]> {
  const { rows } = await database.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    database.name,
  ]);
  return rows.map(({ datname }) => datname);
}

async function requireFormerBuild(): Promise<void> {
  expect(box.readSelected()).toEqual({ buildID: firstBuildID, content: firstBuildID });
  expect(await readItems('id')).toEqual(['written before the switch', 'written long before']);
  expect(readText('reports')).toContain('The new build is not ready');
}

async function requireNewBuild(): Promise<void> {
  expect(box.readSelected()).toEqual({ buildID: '2.0', content: '2.0' });
  expect(await readItems('key')).toEqual([
    ...['written before the switch', 'written by the new build', 'written long before'],
  ]);
}

/** Steps of a whole install, over all starts; a test below requires that there are not more. */
const lastStep = 60;
const steps = Array.from({ length: lastStep }, (_, index) => index + 1);

describe('A box with a build that changes the schema', () => {
  it.each(['healthy', 'unhealthy'] as const)(
    'ends an undisturbed install of a %s build with the database of the running build',
    async (health) => {
      expect(await install(0, health)).toEqual(health === 'healthy' ? ['0', '0'] : ['0', '0', '0']);
      await (health === 'healthy' ? requireNewBuild() : requireFormerBuild());
      expect(await listCopies()).toEqual([database.name]);
      expect(readText('hold')).toBe('released');
      expect(Number(readText('steps'))).toBeLessThanOrEqual(lastStep);
    },
    limitMS,
  );

  it.each(pickRows(steps, [29]))(
    'ends wholly on the former or the new build when it was killed with -9 at step %i of a healthy install',
    async (step) => {
      const ends = await install(step, 'healthy');
      if ((await readRecord()) === undefined) return expect(box.readSelected().buildID).toBe(firstBuildID);
      expect(await readRecord()).toMatchObject({ outcome: 'committed' });
      await requireNewBuild();
      await requireClean(ends);
    },
    limitMS,
  );

  it.each(pickRows(steps, [31, 36, 38]))(
    'ends wholly on the former build when it was killed with -9 at step %i of an install that is rolled back',
    async (step) => {
      const ends = await install(step, 'unhealthy');
      if ((await readRecord()) === undefined) return expect(box.readSelected().buildID).toBe(firstBuildID);
      expect(await readRecord()).toMatchObject({ outcome: 'rolledBack', error: 'The new build is not ready' });
      await requireFormerBuild();
      await requireClean(ends);
    },
    limitMS,
  );
});

/** Checks that no start failed by itself, and that the next start removes all traces of the install. */
async function requireClean(ends: readonly string[]): Promise<void> {
  expect(ends.filter((end) => end !== '0' && end !== 'SIGKILL')).toEqual([]);
  expect(await run('', 0, 'healthy')).toBe('0');
  expect(await listCopies()).toEqual([database.name]);
  expect(readText('hold')).toBe('released');
  const releases = readdirSync(join(box.releases, 'releases'));
  expect(releases.filter((name) => name.endsWith('.incoming'))).toEqual([]);
}
