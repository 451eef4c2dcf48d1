import { ChaosProxy, type OwnPostgresServer, startPostgres, type TestDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { Leadership, leaderTableSql } from './index.ts';

let server: OwnPostgresServer;
let database: TestDatabase;
let opened: Leadership[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await server.createDatabase();
  await database.query(leaderTableSql);
});
afterEach(async () => {
  await Promise.all(opened.map((leadership) => leadership.close()));
  opened = [];
});

async function stand(url = database.url): Promise<Leadership> {
  const leadership = new Leadership({ connectionString: url, schema: 'public', name: 'arm', log: silentLogger });
  opened.push(leadership);
  await leadership.start();
  return leadership;
}

const until = (check: () => void) => vi.waitFor(check, { interval: 20 });
const breakLines = () => database.query("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
const holderOfLock = async () =>
  (await database.query("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")).rows[0]?.pid;

describe('Leadership', () => {
  test('lets one process lead and the next after its release, in a higher term', async () => {
    const first = await stand();
    const second = await stand();
    expect([first.isCertain, second.isCertain]).toEqual([true, false]);
    expect(second.current).toBeUndefined();
    const won = second.win();
    const term = first.current?.number ?? 0;
    await first.close();
    expect((await won)?.number).toBe(term + 1);
  });

  inExhaustiveRuns(() => {
    test('lets exactly one lead when many start together', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => stand()));
      expect(all.filter(({ current }) => current)).toHaveLength(1);
    });

    test('lets a process lead immediately after a crash', async () => {
      await database.query('INSERT INTO "Leader" VALUES ($1, $2, 7)', ['arm', 'gone without a word']);
      expect((await stand()).current?.number).toBe(8);
    });

    test('keeps the leader when its connection breaks, although another waits', async () => {
      const first = await stand();
      const second = await stand();
      const { current } = first;
      for (let time = 0; time < 5; time++) {
        const broken = await holderOfLock();
        await breakLines();
        await vi.waitFor(async () => {
          const pid = await holderOfLock();
          expect(pid !== undefined && pid !== broken).toBe(true);
        });
      }
      await until(() => expect(first.isCertain).toBe(true));
      expect(first.current?.number).toBe(current?.number);
      expect(current?.ended.aborted).toBe(false);
      expect(second.current).toBeUndefined();
    });

    test('keeps the leader when the database is killed and restarted', async () => {
      const first = await stand();
      const second = await stand();
      const { current } = first;
      await server.kill();
      await until(() => expect(first.isCertain).toBe(false));
      expect(first.current).toBeDefined();
      await server.restart();
      await until(() => expect(first.isCertain).toBe(true));
      expect(current?.ended.aborted).toBe(false);
      expect(second.current).toBeUndefined();
    });

    test('keeps the leader when the database was frozen', async () => {
      const first = await stand();
      const second = await stand();
      const { current } = first;
      server.pause();
      await until(() => expect(first.isCertain).toBe(false));
      server.resume();
      await until(() => expect(first.isCertain).toBe(true));
      expect(current?.ended.aborted).toBe(false);
      expect(second.current).toBeUndefined();
    });
  });

  test('marks a leader without a connection as doubtful, lets the waiting process take over, and then ends the old leader', async () => {
    const proxy = await ChaosProxy.start({ target: server.port });
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const first = await stand(url.href);
    const second = await stand();
    const { current } = first;
    proxy.set({ refuse: true });
    await breakLines();
    await until(() => expect(first.isCertain).toBe(false));
    expect((await second.win())?.number).toBe((current?.number ?? 0) + 1);
    expect(current?.ended.aborted).toBe(false);
    proxy.set({ refuse: false });
    await until(() => expect(current?.ended.aborted).toBe(true));
    expect([first.current, second.isCertain]).toEqual([undefined, true]);
    await Promise.all([first.close(), proxy.stop()]);
  });
});
