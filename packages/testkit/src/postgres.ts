import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cellwright/embedded-postgres';
import pg from 'pg';
import { countStart } from './count-start.ts';
import { type DatabaseTemplate, ensureTemplate } from './database-template.ts';

/** A separate database on a real Postgres. */
export interface TestDatabase {
  /** URL for pg, Prisma's adapter and other clients. */
  readonly url: string;
  readonly name: string;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Record<string, unknown>>>;
  /** Makes every change of a table wait until the returned function is called; reads do not wait. */
  holdChanges(table: string): Promise<() => Promise<void>>;
  /** Deletes it, even with open connections. */
  drop(): Promise<void>;
}

export interface PostgresServer {
  readonly port: number;
  readonly pid: number;
  /** Returns the URL of a database as the superuser. */
  connectionString(database?: string): string;
  createDatabase(): Promise<TestDatabase>;
}

/** A server for one test file only, which may be killed, frozen and restarted. */
export interface OwnPostgresServer extends PostgresServer {
  /** Kills the server and its backends without warning. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Freezes the server and all its backends. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/**
 * Creates a database on the server shared by all test files of this run; empty, or a copy of a template. Dropping it is
 * optional: the server ends with the run.
 */
export async function createDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const { url } = await joinSharedServer();
  return createDatabaseOn((database) => withDatabase(url, database), template);
}

/** Starts a separate server for one test; use `createDatabase` unless the test harms the server. */
export async function startPostgres(): Promise<OwnPostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'cellwright-postgres-'));
  let server = await startEmbeddedPostgres({ directory, log: console, fast: true });
  const { port } = server;
  const killAtExit = () => signalTree(server.pid, 'SIGKILL');
  process.on('exit', killAtExit);
  const kill = async () => {
    // Frozen first: a backend that starts while the others are listed would outlive the server and keep its memory in
    // use.
    signal(server.pid, 'SIGSTOP');
    const backends = childrenOf(server.pid);
    for (const pid of [server.pid, ...backends]) signal(pid, 'SIGKILL');
    await server.exited;
    while (backends.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const connectionString: EmbeddedPostgres['connectionString'] = (database) => server.connectionString(database);
  return {
    port,
    get pid() {
      return server.pid;
    },
    connectionString,
    createDatabase: () => createDatabaseOn(connectionString),
    kill,
    async restart() {
      await server.stop();
      server = await startEmbeddedPostgres({ directory, log: console, fast: true, port });
    },
    pause: () => signalTree(server.pid, 'SIGSTOP'),
    resume: () => signalTree(server.pid, 'SIGCONT'),
    async stop() {
      process.off('exit', killAtExit);
      signalTree(server.pid, 'SIGCONT');
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function createDatabaseOn(
  connectionString: (database?: string) => string,
  template?: DatabaseTemplate,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  countStart('database');
  const source = template === undefined ? 'template1' : await ensureTemplate(connectionString, template);
  // Files are copied instead of logged page by page: a test server does not sync.
  await runOn(connectionString(), `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
  const url = connectionString(name);
  return {
    name,
    url,
    query: (text, values) => runOn(url, text, values),
    holdChanges: (table) => holdChangesOn(url, table),
    drop: async () => void (await runOn(connectionString(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

async function runOn(url: string, text: string, values?: readonly unknown[]) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text, values && [...values]);
  } finally {
    await client.end();
  }
}

async function holdChangesOn(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
  return () => client.end();
}

function withDatabase(url: string, database = 'postgres'): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * Joins the server that all workers of one test run share: the first worker starts it, and a small shell loop ends it
 * when the test runner, the parent of all workers, has ended.
 */
async function joinSharedServer(): Promise<{ readonly url: string }> {
  const runner = process.env.VITEST ? process.ppid : process.pid;
  const directory = join(tmpdir(), `cellwright-test-postgres-${process.getuid?.() ?? 0}-${runner}`);
  const urlFile = join(directory, 'url');
  const lock = join(directory, 'starting');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (existsSync(urlFile)) return { url: await readFile(urlFile, 'utf8') };
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (mine) return startShared(directory, urlFile, runner).finally(() => rmdir(lock));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the shared test database did not start; remove ${directory} and try again`);
}

async function startShared(directory: string, urlFile: string, runner: number): Promise<{ readonly url: string }> {
  if (existsSync(urlFile)) return { url: await readFile(urlFile, 'utf8') };
  const server = await startEmbeddedPostgres({ directory, log: console, fast: true });
  const script =
    'while kill -0 "$1" 2>/dev/null; do sleep 0.5; done; kill -QUIT "$2" 2>/dev/null; while kill -0 "$2" 2>/dev/null; do sleep 0.1; done; rm -rf "$3"';
  spawn('sh', ['-c', script, 'sh', String(runner), String(server.pid), directory], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  server.unref();
  const url = server.connectionString();
  const temporary = `${urlFile}.${process.pid}`;
  await writeFile(temporary, url);
  await rename(temporary, urlFile);
  return { url };
}

/** Signals a postmaster and its backends, which have their own process groups. */
function signalTree(pid: number, name: NodeJS.Signals): void {
  for (const target of [pid, ...childrenOf(pid)]) signal(target, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** False when it has ended, even if its exit code has not been read yet. */
function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

/** Returns the kernel's fields of a process, from its state on. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
