import { link, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { EmbeddedPostgresError } from './error.ts';
import { readStartTime, readWorkingDirectory, stopPostmaster } from './process-info.ts';
import { readIfThere } from './read-if-there.ts';

/** Any logger with a `warn` method. */
export interface EmbeddedPostgresLog {
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

const ownerSchema = z.object({ pid: z.number().int(), startTime: z.string() });

/**
 * Claims a data folder for this process, so that two cells cannot run on one folder. A claim left by a dead process is
 * taken over.
 * @returns a function that releases the folder.
 * @throws EmbeddedPostgresError when a live process has it.
 */
export async function claimFolder(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'owner.json');
  const mine = JSON.stringify({ pid: process.pid, startTime: (await readStartTime(process.pid)) ?? '' });
  const candidate = `${path}.${process.pid}`;
  await writeFile(candidate, mine, { mode: 0o600 });
  try {
    // A hard link appears atomically, unlike a file that is created and then written.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (await tryClaim(candidate, path)) return () => rm(path, { force: true });
      await refuseIfAlive(path, directory);
      await rm(path, { force: true });
    }
  } finally {
    await rm(candidate, { force: true });
  }
  throw new EmbeddedPostgresError(`Another Cellwright is starting with the data folder ${directory}. Try again`);
}

async function tryClaim(candidate: string, path: string): Promise<boolean> {
  try {
    await link(candidate, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseIfAlive(path: string, directory: string): Promise<void> {
  const owner = ownerSchema.safeParse(parseJson((await readIfThere(path)) ?? ''));
  if (!owner.success) return;
  const { pid, startTime } = owner.data;
  // The start time distinguishes the owner from a later process with the same id.
  if ((await readStartTime(pid)) === startTime) {
    throw new EmbeddedPostgresError(
      `Another Cellwright (process ${pid}) uses the data folder ${directory}. Stop it first`,
    );
  }
}

/**
 * Stops a server that outlived the process which started it, and removes a pid file that names an unrelated process.
 */
export async function stopOrphan(clusterDirectory: string, log: EmbeddedPostgresLog): Promise<void> {
  const pidFile = join(clusterDirectory, 'postmaster.pid');
  const pid = Number((await readIfThere(pidFile))?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const alive = (await readStartTime(pid)) !== undefined;
  if (alive && (await isServerOf(pid, clusterDirectory))) {
    log.warn('stopping a database server that was left running', { pid });
    await stopPostmaster(pid, 10_000);
  }
  // Postgres would refuse to start on a pid file whose number another program has now.
  await rm(pidFile, { force: true });
}

async function isServerOf(pid: number, clusterDirectory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readWorkingDirectory(pid)) === (await realpath(clusterDirectory));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
