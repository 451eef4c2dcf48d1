import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, schema } from './database.ts';
import { forgetReplies, keepRepliesFew } from './reply-store.ts';

let server: TestDatabase;
let database: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  server = await createDatabase();
  const directory = new URL('../../prisma/migrations', import.meta.url).pathname;
  await applyMigrations({ connectionString: server.url, schema, directory, log: silentLogger });
  database = connectDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  await server.query('TRUNCATE library."Reply"');
});

const addReplies = (at: Date, count: number) =>
  server.query(
    `INSERT INTO library."Reply" ("key", "body", "createdAt")
     SELECT $2 || number, '{}', $1::timestamptz FROM generate_series(1, $3) AS number`,
    [at.toISOString(), `key ${at.toISOString()} `, count],
  );
const count = async () => (await server.query('SELECT 1 FROM library."Reply"')).rowCount;

describe('replies to commands', () => {
  it('are forgotten by age, the oldest first and a few at a time', async () => {
    await addReplies(new Date('2026-01-01T00:00:00Z'), 5);
    await addReplies(new Date('2026-01-02T00:00:00Z'), 3);
    const before = new Date('2026-01-01T12:00:00Z');
    expect(await forgetReplies(database.prisma, before, 3)).toBe(3);
    expect(await forgetReplies(database.prisma, before, 3)).toBe(2);
    expect(await forgetReplies(database.prisma, before, 3)).toBe(0);
    expect(await count()).toBe(3);
  });

  it('are kept for a day, and gone soon after', async () => {
    const clock = new VirtualClock();
    const hourMS = 3_600_000;
    const now = clock.wallNow().getTime();
    await addReplies(new Date(now - 25 * hourMS), 450);
    await addReplies(new Date(now), 2);
    const failures: unknown[] = [];
    const end = keepRepliesFew(database.prisma, clock, (error) => failures.push(error));
    await clock.advance(hourMS);
    await vi.waitFor(
      async () => {
        await clock.advance(200);
        expect(await count()).toBe(2);
      },
      { timeout: 10_000 },
    );
    end();
    expect(failures).toEqual([]);
  });
});
