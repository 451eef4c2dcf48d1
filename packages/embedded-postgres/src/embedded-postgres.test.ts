import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './index.ts';

// mkdtemp creates folders of mode 0700: as root, every test here runs in a folder that the database's user cannot
// enter.
let directory: string;
/** A used data folder to copy: creating one takes a second, and several on a busy machine. */
let usedDirectory: string;
const servers: EmbeddedPostgres[] = [];
beforeAll(async () => {
  usedDirectory = await mkdtemp(join(tmpdir(), 'cellwright-embedded-'));
  const server = await startEmbeddedPostgres({
    directory: usedDirectory,
    log: { warn: () => undefined },
    fast: true,
  });
  await server.stop();
}, 60_000);
afterAll(() => rm(usedDirectory, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cellwright-embedded-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts with a copy of the used data folder, owned by the database's user. */
function takeUsedDirectory(): void {
  execFileSync('cp', ['-a', `${usedDirectory}/.`, directory]);
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, log: { warn: () => undefined }, ...options });
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => !text.includes(') Z '),
    () => false,
  );

// Each test creates a cluster: one second on an idle machine, several on a busy one.
const limit = { timeout: 60_000 };

describe('startEmbeddedPostgres', limit, () => {
  test('starts, keeps its data over a restart, and ends cleanly', async () => {
    const progress: string[] = [];
    const first = await start({ onProgress: (message) => void progress.push(message) });
    await query(first.connectionString(), 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(progress).toEqual(['Preparing the database', 'Starting the database']);
    await first.stop();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(await query(second.connectionString(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('listens on this machine only and asks for a password', async () => {
    const server = await start();
    expect(await query(server.connectionString(), 'SHOW listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ]);
    expect(await query(server.connectionString(), 'SHOW unix_socket_directories')).toEqual([
      { unix_socket_directories: '' },
    ]);
    const withoutPassword = server.connectionString().replace(/:[^:@]+@/, '@');
    await expect(query(withoutPassword, 'SELECT 1')).rejects.toThrow();
    const wrongPassword = server.connectionString().replace(/:[^:@]+@/, ':guess@');
    await expect(query(wrongPassword, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);
  });

  test('never runs as root', async () => {
    takeUsedDirectory();
    const { pid } = await start({ fast: true });
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  });

  inExhaustiveRuns(() => {
    test('finishes a first start that was interrupted', async () => {
      await mkdir(join(directory, 'cluster.incoming', 'base'), { recursive: true });
      await writeFile(join(directory, 'cluster.incoming', 'PG_VERSION'), '18\n');
      const server = await start({ fast: true });
      expect(await query(server.connectionString(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  test('reports its end when it is killed', async () => {
    takeUsedDirectory();
    const server = await start({ fast: true });
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

describe('startEmbeddedPostgres with a data folder', limit, () => {
  test('never takes the server of another cell for its own', async () => {
    takeUsedDirectory();
    const { port } = await start({ fast: true });
    const second = await mkdtemp(join(tmpdir(), 'cellwright-embedded-'));
    execFileSync('cp', ['-a', `${usedDirectory}/.`, second]);
    try {
      await expect(start({ directory: second, fast: true, port })).rejects.toThrow(
        'could not create any TCP/IP sockets',
      );
    } finally {
      await rm(second, { recursive: true });
    }
  });

  test('allows one cell at a time', async () => {
    takeUsedDirectory();
    await start({ fast: true });
    await expect(start({ fast: true })).rejects.toThrow(
      `Another Cellwright (process ${process.pid}) uses the data folder ${directory}. Stop it first`,
    );
  });

  test('takes over from a killed cell and stops its server', async () => {
    takeUsedDirectory();
    const script = `
      import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const server = await startEmbeddedPostgres({ directory: process.argv[1], log: console, fast: true });
      console.log(server.pid);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    await vi.waitFor(() => expect(output).toMatch(/\d+\n/), { timeout: 50_000 });
    const orphan = Number(output);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(child.signalCode).toBe('SIGKILL'));
    expect(await isAlive(orphan)).toBe(true);
    const server = await start({ fast: true });
    expect(await isAlive(orphan)).toBe(false);
    expect(server.pid).not.toBe(orphan);
  });

  inExhaustiveRuns(() => {
    test('starts with the pid file of an unrelated process', async () => {
      takeUsedDirectory();
      await writeFile(join(directory, 'cluster', 'postmaster.pid'), `${process.pid}\n`);
      await expect(start({ fast: true })).resolves.toBeDefined();
    });

    test('refuses a folder of another Postgres version in one sentence', async () => {
      takeUsedDirectory();
      await writeFile(join(directory, 'cluster', 'PG_VERSION'), '99\n');
      const error = await start({ fast: true }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(EmbeddedPostgresError);
      expect(error).toMatchObject({
        message: expect.stringMatching(/was made by Postgres 99, this version of Cellwright runs Postgres \d+\./),
      });
    });

    test('releases the folder when the start fails and reports the reason', async () => {
      takeUsedDirectory();
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      const address = taken.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      await expect(start({ fast: true, port })).rejects.toThrow(/The database ended at once: .*could not/);
      taken.close();
      await expect(start({ fast: true })).resolves.toBeDefined();
    });

    // Creating a cluster takes hundreds of milliseconds; a server may answer within tens.
    test.each([
      ['Preparing the database', 30],
      ['Starting the database', 0],
    ])('releases the folder and leaves nothing running when the start is aborted (%s)', async (moment, afterMS) => {
      const stopping = new AbortController();
      const onProgress = (message: string) => {
        if (message === moment) setTimeout(() => stopping.abort(new Error('stopping')), afterMS);
      };
      await expect(start({ fast: true, onProgress, signal: stopping.signal })).rejects.toThrow('stopping');
      await expect(readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')).rejects.toThrow('ENOENT');
      await expect(start({ fast: true })).resolves.toBeDefined();
    });

    test('reports a folder without write access instead of hanging', async () => {
      await writeFile(join(directory, 'file'), '');
      await chmod(join(directory, 'file'), 0o400);
      await expect(start({ directory: join(directory, 'file', 'below') })).rejects.toThrow(/ENOTDIR/);
    });
  });
});
