import { lagFactor, type OwnPostgresServer, startPostgres } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool, ensureDatabase, guardDatabase, isDatabaseUnavailable, pingDatabase } from './index.ts';

let server: OwnPostgresServer;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  server.resume();
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
});

function open(max = 2): pg.Pool {
  const pool = createPool({ connectionString: server.connectionString(), schema: 'library', max });
  pools.push(pool);
  return pool;
}

const unavailable = { code: 'unavailable' };

describe('createPool with guardDatabase', () => {
  test('uses the schema of the service', async () => {
    const { rows } = await open().query('SHOW search_path');
    expect(rows).toEqual([{ search_path: 'library' }]);
  });

  test('makes the server end a query before its connection is abandoned', async () => {
    const { rows } = await open().query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '9s' }]);
  });

  test('fails as unavailable within 2 s when all connections are in use, and recovers', async () => {
    const pool = open();
    const held = [await pool.connect(), await pool.connect()];
    const startedAt = performance.now();
    await expect(guardDatabase(() => pool.query('SELECT 1'))).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedAt).toBeLessThan(2000 * 5 * lagFactor());
    for (const connection of held) connection.release();
    await expect(pingDatabase(pool)).resolves.toBeUndefined();
  });

  test('passes other errors on', async () => {
    const pool = open();
    await expect(guardDatabase(() => pool.query('SELECT nonsense'))).rejects.toMatchObject({ code: '42703' });
    await expect(
      guardDatabase(async () => {
        throw new RangeError('mine');
      }),
    ).rejects.toThrow(RangeError);
  });

  inExhaustiveRuns(() => {
    test('fails as unavailable when the server died, and recovers with it', async () => {
      const pool = open();
      await pingDatabase(pool);
      await server.kill();
      await expect(pingDatabase(pool)).rejects.toMatchObject(unavailable);
      await expect(pingDatabase(pool)).rejects.toMatchObject(unavailable);
      await server.restart();
      await vi.waitFor(() => pingDatabase(pool));
    });
  });

  test('fails as unavailable within 2 s on old and new connections to a frozen server, and recovers', async () => {
    const pool = open();
    await pingDatabase(pool);
    server.pause();
    for (let attempt = 0; attempt < 3; attempt++) {
      const startedAt = performance.now();
      await expect(pingDatabase(pool)).rejects.toMatchObject(unavailable);
      // Below the 10 s after which any query is given up; the soak script tests the figure itself.
      expect(performance.now() - startedAt).toBeLessThan(8000 * lagFactor());
    }
    server.resume();
    await vi.waitFor(() => pingDatabase(pool));
  });

  test('lets slow work on a responsive server finish', async () => {
    await expect(open().query('SELECT pg_sleep(3)')).resolves.toMatchObject({ rowCount: 1 });
  });
});

describe('isDatabaseUnavailable', () => {
  test.each([
    ['a lost connection of pg', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    ['a server that shuts down', Object.assign(new Error('x'), { code: '57P01' })],
    ['a statement that took too long', Object.assign(new Error('x'), { code: '57014' })],
    ['a full disk', Object.assign(new Error('x'), { code: '53100' })],
    ['a lost connection, as SQL says it', Object.assign(new Error('x'), { code: '08006' })],
    ['a cause further down', new Error('query failed', { cause: Object.assign(new Error('x'), { code: '57P03' }) })],
    ['a message', new Error('Connection terminated unexpectedly')],
  ])('recognises %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('recognises a full disk and names it', async () => {
    const error = new Error('query failed', { cause: Object.assign(new Error('x'), { code: '53100' }) });
    await expect(guardDatabase(() => Promise.reject(error))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The disk of the database is full. Make room on it, then try again',
    });
  });

  test.each([
    ['a unique violation', Object.assign(new Error('x'), { code: '23505' })],
    ['nothing', undefined],
    ['text', 'timeout'],
  ])('ignores %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('ensureDatabase', () => {
  test('creates a database once for several concurrent requests', async () => {
    const admin = server.connectionString();
    await Promise.all(Array.from({ length: 5 }, () => ensureDatabase(admin, 'Cell one')));
    await ensureDatabase(admin, 'Cell one');
    const { rows } = await open().query("SELECT datname FROM pg_database WHERE datname = 'Cell one'");
    expect(rows).toHaveLength(1);
  });
});
