import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { chooseAccount, runsAsRoot } from './account.ts';
import { type Cluster, prepareCluster, readLogTail, spawnOnCluster, superuser } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { prepareInstall } from './install.ts';
import { claimFolder, type EmbeddedPostgresLog, stopOrphan } from './ownership.ts';
import { startOnRandomPort } from './ports.ts';
import { stopPostmaster } from './process-info.ts';

export interface EmbeddedPostgresOptions {
  /** Folder with the cluster, its password and its log. Created when missing; used by one process at a time. */
  readonly directory: string;
  readonly log: EmbeddedPostgresLog;
  /** Default: a random port, and another one when it is taken. */
  readonly port?: number;
  /** For tests only: no sync to disk and no password. */
  readonly fast?: boolean;
  /** Called with the current step, to be shown to users. */
  readonly onProgress?: (message: string) => void;
  /** Aborts the start: ends everything started so far and rejects. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** Process id of the postmaster; its backends end with it. */
  readonly pid: number;
  /** Returns the URL of a database as the superuser; default: the maintenance database 'postgres'. */
  connectionString(database?: string): string;
  /** Resolves when the server has ended for any reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Allows this process to end while the server continues. */
  unref(): void;
  /** Ends the server cleanly and releases the folder. */
  stop(): Promise<void>;
}

const startTimeoutMs = 180_000;
const maxLogBytes = 5_000_000;

/**
 * Creates the cluster if needed and starts a server on 127.0.0.1 only. As root the server runs as an unprivileged user.
 * First stops a server left over on the same folder by a killed process.
 * @throws EmbeddedPostgresError with one sentence for users.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, log, fast = false, onProgress, signal } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const release = await claimFolder(directory);
  try {
    const clusterDirectory = join(directory, 'cluster');
    await stopOrphan(clusterDirectory, log);
    const account = runsAsRoot() ? await chooseAccount(clusterDirectory) : undefined;
    const install = await prepareInstall(account);
    const passwordFile = fast ? undefined : join(directory, 'password');
    const cluster: Cluster = { install, directory: clusterDirectory, account, passwordFile };
    onProgress?.('Preparing the database');
    await prepareCluster(cluster, { sync: !fast, signal });
    onProgress?.('Starting the database');
    const start = (port: number) => launch(cluster, options, port, release);
    return options.port ? await start(options.port) : await startOnRandomPort(start);
  } catch (error) {
    await release();
    throw error;
  }
}

async function launch(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
  port: number,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const { passwordFile } = cluster;
  const password = passwordFile && (await readFile(passwordFile, 'utf8'));
  const logFile = join(options.directory, 'postgres.log');
  const child = await spawnServer(cluster, port, logFile, options.fast ?? false);
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: null, signal: error.message }));
  });
  const credentials = password ? `${superuser}:${password}` : superuser;
  const connectionString = (database = 'postgres') => `postgresql://${credentials}@127.0.0.1:${port}/${database}`;
  const { pid = 0 } = child;
  try {
    await waitUntilReady({ url: connectionString(), pid, exited, logFile }, options.signal);
  } catch (error) {
    if (pid > 0) await stopPostmaster(pid, 2000);
    throw error;
  }
  return {
    port,
    pid,
    connectionString,
    exited,
    unref: () => child.unref(),
    async stop() {
      await stopPostmaster(pid, 10_000);
      await exited;
      await release();
    },
  };
}

async function spawnServer(cluster: Cluster, port: number, logFile: string, fast: boolean): Promise<ChildProcess> {
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(logFile, `${logFile}.old`);
  const log = await open(logFile, 'a', 0o600);
  try {
    const settings = [...commonSettings, ...(fast ? fastSettings : [])].flatMap((setting) => ['-c', setting]);
    return spawnOnCluster(cluster, 'postgres', ['-k', '', '-p', String(port), ...settings], ['ignore', log.fd, log.fd]);
  } finally {
    await log.close();
  }
}

/** Small values: a cell has few connections, and shares its memory with other programs. */
const commonSettings = [
  'listen_addresses=127.0.0.1',
  'max_connections=100',
  'shared_buffers=24MB',
  'max_wal_size=256MB',
  'io_method=sync',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  'max_parallel_workers=0',
  'autovacuum_max_workers=1',
  'jit=off',
  'huge_pages=off',
  'log_checkpoints=off',
];

// Not synchronous_commit=off: a test that kills the server must find its committed data.
const fastSettings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];

/** Server that was just started. */
interface StartedServer {
  readonly url: string;
  readonly pid: number;
  readonly exited: EmbeddedPostgres['exited'];
  readonly logFile: string;
}

async function waitUntilReady(server: StartedServer, signal: AbortSignal | undefined): Promise<void> {
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  const end = performance.now() + startTimeoutMs;
  while (!ended && performance.now() < end) {
    signal?.throwIfAborted();
    const isReady = (await readPid(server.url)) === server.pid;
    // Also when the server has just become ready: an aborted start is always ended.
    signal?.throwIfAborted();
    if (isReady) return;
    await sleep(25);
  }
  const why = ended ? 'ended at once' : 'does not answer';
  throw new EmbeddedPostgresError(`The database ${why}: ${await readLogTail(server.logFile)}`);
}

const pidRow = z.object({ pid: z.number() });

/** Returns the id of the postmaster that answers: it may be another program's, on a port that was free before. */
async function readPid(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid");
    return pidRow.parse(rows[0]).pid;
  } catch {
    // Not ready yet: the server's own log explains why it cannot start.
    return undefined;
  } finally {
    // A connection that failed needs no end.
    await client.end().catch(() => undefined);
  }
}
