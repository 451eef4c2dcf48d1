/**
 * A box as a process: installs a build, or continues, and kills itself at a step. Arguments: the folder of the box, the URL
 * of its database, the build to install or an empty text, and the number of the step; 0 for none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { createInstallActs } from '../domain/install-acts.ts';
import { Installer } from '../domain/installer.ts';
import { createFolderPlatform } from '../platform/folder-platform.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { connectDatabase } from '../store/database.ts';
import { createJournalStore } from '../store/journal-store.ts';
import { createBuildsClient } from '../trust/builds-client.ts';

const [folder = '', databaseUrl = '', wanted = '', killAt = '0', runningBuildID = ''] = process.argv.slice(2);
const registry = join(folder, 'registry');
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};

const database = connectDatabase(databaseUrl);
const store = createJournalStore(database.db);

const client = createBuildsClient({
  folder: join(folder, 'trust'),
  readRoot: () => readFileSync(join(registry, 'metadata', '1.root.json'), 'utf8'),
  clock: systemClock,
});
const platform = createFolderPlatform({
  ...{ folder: join(folder, 'box'), runningBuildID, onStep: step },
  restart: () => undefined,
});
const acts = createInstallActs({
  ...{ platform, client, openRegistry: () => openRegistry(registry), folder: join(folder, 'downloads') },
  backUp: async () => step(),
  checkHealth: async () => step(),
  clock: systemClock,
});
const installer = new Installer({
  journal: {
    findLast: () => store.findLast(),
    async save(record) {
      step();
      await store.save(record);
      step();
    },
  },
  acts,
  interlock: { findBusy: async () => undefined },
  ...{ clock: systemClock, log: silentLogger },
});
if (wanted === '') await installer.resume();
else {
  const { builds } = await client.refresh(openRegistry(registry), new AbortController().signal);
  const build = builds.find(({ buildId }) => buildId === wanted);
  if (build) await installer.request(build, { source: null, isStopConfirmed: false });
}
await installer.idle;
await database.close();
