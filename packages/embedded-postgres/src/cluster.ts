import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { PostgresInstall } from './install.ts';
import { readIfThere } from './read-if-there.ts';

/** The superuser of an embedded cluster. */
export const superuser = 'cellwright';

/** A cluster of an embedded Postgres on disk, with the parameters to run programs on it. */
export interface Cluster {
  readonly install: PostgresInstall;
  /** Data folder of Postgres itself. */
  readonly directory: string;
  /** Set when this process is root. */
  readonly account: Account | undefined;
  /** Undefined for clusters without passwords. */
  readonly passwordFile: string | undefined;
}

export interface ClusterOptions {
  readonly sync: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the cluster unless it exists.
 * @throws EmbeddedPostgresError when it belongs to another Postgres version.
 */
export async function prepareCluster(cluster: Cluster, options: ClusterOptions): Promise<void> {
  const version = await readIfThere(join(cluster.directory, 'PG_VERSION'));
  if (version === undefined) await createCluster(cluster, options);
  else if (version.trim() !== cluster.install.majorVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster.directory} was made by Postgres ${version.trim()}, this version of Cellwright runs Postgres ${cluster.install.majorVersion}. Use the version that made it, or another data folder`,
    );
  }
}

async function createCluster(finished: Cluster, { sync, signal }: ClusterOptions): Promise<void> {
  // Created under another name and renamed when complete, so that an interrupted start leaves no partial database.
  const cluster: Cluster = { ...finished, directory: `${finished.directory}.incoming` };
  const { directory, account } = cluster;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (account) await chown(directory, account.uid, account.gid);
  const settings = [`--username=${superuser}`, '--auth=trust', '--locale=C', '--encoding=UTF8'];
  await run(cluster, 'initdb', sync ? settings : [...settings, '--no-sync'], { signal });
  if (cluster.passwordFile) await requirePassword(cluster, cluster.passwordFile, signal);
  await rename(directory, finished.directory);
}

/**
 * Gives the superuser a random password and allows no other access, because other users of the machine can reach the
 * port.
 */
async function requirePassword(cluster: Cluster, passwordFile: string, signal?: AbortSignal): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  const input = `ALTER ROLE ${superuser} PASSWORD '${password}'\n`;
  await run(cluster, 'postgres', ['--single', 'postgres'], { input, signal });
  await writeFile(join(cluster.directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
}

async function run(
  cluster: Cluster,
  program: string,
  args: readonly string[],
  { input = '', signal }: { readonly input?: string; readonly signal: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawnOnCluster(cluster, program, args, ['pipe', 'pipe', 'pipe']);
  child.stdin?.on('error', () => undefined).end(input);
  let output = '';
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk.toString('utf8')}`.slice(-4000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const abort = () => child.kill('SIGINT');
  signal?.addEventListener('abort', abort);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => signal?.removeEventListener('abort', abort));
  signal?.throwIfAborted();
  if (code !== 0)
    throw new EmbeddedPostgresError(
      `The database cannot be created: ${program} ended with ${code}: ${lastLines(output)}`,
    );
}

/** Starts a program of the install on the cluster, as the cluster's account. */
export function spawnOnCluster(
  { install, directory, account }: Cluster,
  program: string,
  args: readonly string[],
  stdio: ['pipe', 'pipe', 'pipe'] | ['ignore', number, number],
): ChildProcess {
  // The folder may be in root's home, which the database's user cannot enter. The kernel's link to the working
  // directory opens it without walking the path.
  const dataFolder = account && process.platform === 'linux' ? '/proc/self/cwd' : directory;
  const [first, ...rest] = args;
  const withFolder = first === '--single' ? [first, '-D', dataFolder, ...rest] : ['-D', dataFolder, ...args];
  return spawn(join(install.directory, 'bin', program), withFolder, {
    cwd: directory,
    stdio,
    // A separate session: Ctrl-C in a terminal reaches this process, which stops the database last.
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  });
}

/** Returns the end of the server's log, to explain why it did not start. */
export async function readLogTail(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2000), 0, 2000, Math.max(size - 2000, 0));
    return lastLines(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' / ');
}
