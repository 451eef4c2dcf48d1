/**
 * A box as a process: starts the selected build as the cell does, installs a build or continues, and kills itself at a
 * step, counted over all its starts. Arguments: the folder of the box, the URL of its database as its owner, the build to
 * install or an empty text, the number of the step (0 for none), and 'healthy' or 'unhealthy' for the new build.
 */
import { appendFileSync, existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import pg from 'pg';
import { createInstallActs } from '../domain/install-acts.ts';
import { Installer } from '../domain/installer.ts';
import { dropFormerDatabase, settleDatabase } from '../former/settle-database.ts';
import { createFolderPlatform } from '../platform/folder-platform.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { createJournalFile, locateJournal } from '../store/journal-file.ts';
import { createBuildsClient } from '../trust/builds-client.ts';

const [folder = '', url = '', wanted = '', killAt = '0', health = 'healthy'] = process.argv.slice(2);
const registry = join(folder, 'registry');
const releases = join(folder, 'box');
const runningBuildID = basename(readlinkSync(join(releases, 'current')));

const counter = join(folder, 'steps');
const step = () => {
  const count = Number(existsSync(counter) ? readFileSync(counter, 'utf8') : 0) + 1;
  writeFileSync(counter, String(count));
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};

async function write(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('INSERT INTO shop."Item" VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  await client.end();
}

const journal = createJournalFile(locateJournal(folder));
await settleDatabase({ url, journal, runningBuildID, log: silentLogger, onStep: step });
step();
const directory = join(releases, 'releases', runningBuildID, 'migrations');
await applyMigrations({ connectionString: url, schema: 'shop', directory, log: silentLogger });
step();
if ((await journal.findLast())?.build.buildId === runningBuildID) await write('written by the new build');

const client = createBuildsClient({
  folder: join(folder, 'trust'),
  readRoot: () => readFileSync(join(registry, 'metadata', '1.root.json'), 'utf8'),
  clock: systemClock,
});
const platform = createFolderPlatform({ folder: releases, runningBuildID, onStep: step, restart: () => undefined });
const acts = createInstallActs({
  platform: {
    ...platform,
    async migrate(build) {
      await write('written before the switch');
      await platform.migrate(build);
    },
  },
  ...{ client, openRegistry: () => openRegistry(registry), folder: join(folder, 'downloads') },
  readDatabaseSize: async () => 0,
  backUp: async () => step(),
  async checkHealth() {
    step();
    if (health === 'unhealthy') throw new Error('The new build is not ready');
  },
  async forgetFormer(record) {
    step();
    await dropFormerDatabase(url, record);
    step();
  },
  async report({ id }, error) {
    step();
    appendFileSync(join(folder, 'reports'), `${id}: ${error}\n`);
    step();
  },
  clock: systemClock,
});
const installer = new Installer({
  journal: {
    findLast: () => journal.findLast(),
    async save(record) {
      step();
      await journal.save(record);
      step();
    },
  },
  acts,
  interlock: {
    findBusy: async () => undefined,
    async hold() {
      writeFileSync(join(folder, 'hold'), '');
      return undefined;
    },
    async release() {
      step();
      writeFileSync(join(folder, 'hold'), 'released');
    },
  },
  ...{ clock: systemClock, log: silentLogger },
});
if (wanted === '') await installer.resume();
else {
  const { builds } = await client.refresh(openRegistry(registry), new AbortController().signal);
  const build = builds.find(({ buildId }) => buildId === wanted);
  if (build) await installer.request(build, { source: null, isStopConfirmed: false });
}
await installer.idle;
