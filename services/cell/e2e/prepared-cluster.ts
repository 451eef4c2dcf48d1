import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@cellwright/embedded-postgres';
import { makeTestDataFolder } from '@cellwright/testkit';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, '.cache', 'test-clusters');
/** Everything that affects a new cluster: the version of Postgres and the code that creates it. */
const sources = ['packages/embedded-postgres/package.json', 'packages/embedded-postgres/src/cluster.ts'];

/**
 * Gives a new data folder a database server without databases of a cell, as the first start of a cell does. A copy takes a
 * tenth of the processor time of creating one. A folder with a server stays unchanged.
 */
export async function prepareCluster(dataPath: string): Promise<void> {
  const target = join(dataPath, 'postgres');
  if (existsSync(target)) return;
  const source = await ensureCluster();
  mkdirSync(target, { recursive: true, mode: 0o700 });
  copyCluster(source, target);
}

/** Copies the files that a cell finds at its second start. Their owner stays: as root the server runs as another user. */
function copyCluster(source: string, target: string): void {
  execFileSync('cp', ['-a', join(source, 'cluster'), join(source, 'password'), target]);
}

/** Returns the folder with the cluster to copy. Created once; the next runs of the tests use it, too. */
async function ensureCluster(): Promise<string> {
  const key = createHash('sha256');
  for (const file of sources) key.update(readFileSync(join(root, file)));
  const folder = join(cache, key.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Ends the server, too, if the tests are killed meanwhile.
  const data = makeTestDataFolder({ prefix: 'cellwright-cluster-' });
  const draft = mkdtempSync(join(cache, 'new-'));
  try {
    const server = await startEmbeddedPostgres({ directory: data.path, log: console });
    await server.stop();
    copyCluster(data.path, draft);
    renameSync(draft, folder);
  } catch (error) {
    // Another worker may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    data.remove();
  }
  return folder;
}
