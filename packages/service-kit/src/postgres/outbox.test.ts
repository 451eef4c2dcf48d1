import { createDatabase, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventBus } from '../bus/event-bus.ts';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import { silentLogger } from '../logger.ts';
import { type OutboxRelay, startOutboxRelay } from '../outbox.ts';
import { createOutboxStore, createPool, outboxTableSql } from './index.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, schema: 'public' });
  await pool.query(outboxTableSql);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE "Outbox"');
});

const insert = (number: number) =>
  pool.query('INSERT INTO "Outbox" ("messageId", "subject", "payload") VALUES ($1, $2, $3)', [
    `message-${number}`,
    'event.run.step',
    { number },
  ]);

const countUnsent = async () => (await pool.query('SELECT 1 FROM "Outbox"')).rowCount;

async function openBus(): Promise<{ bus: EventBus; got: unknown[] }> {
  const bus = createInProcessBus({ log: silentLogger });
  const got: unknown[] = [];
  await bus.subscribe('event.>', (message) => void got.push(message.json()), { durable: 'reader' });
  return { bus, got };
}

const relays: OutboxRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});

function relayOn(bus: EventBus, batchSize = 7): OutboxRelay {
  const relay = startOutboxRelay({
    name: 'test',
    bus,
    store: createOutboxStore(pool, 'public'),
    log: silentLogger,
    pollMs: 20,
    batchSize,
  });
  relays.push(relay);
  return relay;
}

const numbered = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));

describe('outbox relay', () => {
  test('publishes committed rows in order and empties the table', async () => {
    for (let number = 0; number < 25; number += 1) await insert(number);
    const { bus, got } = await openBus();
    relayOn(bus);
    await vi.waitFor(() => expect(got).toEqual(numbered(25)));
    await vi.waitFor(async () => expect(await countUnsent()).toBe(0));
  });

  test('publishes immediately after wake', async () => {
    const { bus, got } = await openBus();
    const store = createOutboxStore(pool, 'public');
    const relay = startOutboxRelay({ name: 'test', bus, store, log: silentLogger, pollMs: 3_600_000 });
    await insert(0);
    relay.wake();
    await vi.waitFor(() => expect(got).toEqual(numbered(1)));
    await relay.stop();
  });

  test('does not publish rolled-back rows', async () => {
    const { bus, got } = await openBus();
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(
      'INSERT INTO "Outbox" ("messageId", "subject", "payload") VALUES (\'never\', \'event.x\', \'{}\')',
    );
    relayOn(bus);
    await insert(0);
    await vi.waitFor(() => expect(got).toEqual(numbered(1)));
    await client.query('ROLLBACK');
    client.release();
    expect(got).toEqual(numbered(1));
  });

  test('loses and reorders nothing when the bus fails from time to time', async () => {
    for (let number = 0; number < 25; number += 1) await insert(number);
    const { bus, got } = await openBus();
    let calls = 0;
    const failing: EventBus = {
      ...bus,
      publish: async (...args) => {
        calls += 1;
        if (calls % 10 === 4) throw new Error('expected: the bus is away');
        await bus.publish(...args);
        // Stored, but the response was lost: it must not be delivered twice.
        if (calls % 10 === 8) throw new Error('expected: no answer');
      },
    };
    relayOn(failing);
    await vi.waitFor(() => expect(got).toEqual(numbered(25)));
  });

  test('publishes once and in order when three processes run it concurrently', async () => {
    const { bus, got } = await openBus();
    const three = [relayOn(bus), relayOn(bus), relayOn(bus)];
    for (let number = 0; number < 60; number += 1) {
      await insert(number);
      for (const relay of three) relay.wake();
    }
    await vi.waitFor(() => expect(got).toHaveLength(60));
    expect(got).toEqual(numbered(60));
  });

  test('skips a fact that the bus always refuses', async () => {
    await pool.query('INSERT INTO "Outbox" ("messageId", "subject", "payload") VALUES (\'bad\', \'event..x\', \'{}\')');
    await insert(0);
    const { bus, got } = await openBus();
    relayOn(bus);
    await vi.waitFor(() => expect(got).toEqual(numbered(1)));
    await vi.waitFor(async () => expect(await countUnsent()).toBe(0));
  });

  test('waits longer after each failure, up to 5 s', async () => {
    const clock = new VirtualClock();
    const attempts: number[] = [];
    const store = {
      claimBatch: async () => {
        attempts.push(clock.now());
        throw new Error('expected: the database is away');
      },
      markSent: async () => undefined,
    };
    const relay = startOutboxRelay({ name: 'test', bus: createInProcessBus(), store, log: silentLogger, clock });
    await clock.advance(20_000);
    await relay.stop();
    const gaps = attempts.slice(1).map((time, index) => time - (attempts[index] ?? 0));
    expect(gaps).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });
});
