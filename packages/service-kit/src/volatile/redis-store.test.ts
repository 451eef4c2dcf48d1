import { setTimeout as sleep } from 'node:timers/promises';
import { lagFactor, type RedisServer, startRedis } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { openRedisStore } from './redis-store.ts';
import { describeVolatileStore } from './volatile-store.contract.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const open = async () => openRedisStore({ url: server.url, log: silentLogger });

// The server's own time cannot be controlled, so tests wait for its expiry.
describeVolatileStore('the Redis store', { open, pass: (ms) => sleep(ms) });

describe('Redis store with a failing server', () => {
  const unavailable = { code: 'unavailable' };

  test('fails as unavailable while the server is frozen and works again afterwards', async () => {
    const store = await open();
    await store.set('kept', 'x');
    server.pause();
    const startedAt = performance.now();
    await expect(store.get('kept')).rejects.toMatchObject(unavailable);
    // Specified as 1 s; five times that on a loaded machine.
    expect(performance.now() - startedAt).toBeLessThan(5000 * lagFactor());
    server.resume();
    await vi.waitFor(async () => expect(await store.get('kept')).toBe('x'));
    await store.close();
  });

  test('fails as unavailable without a server and reconnects by itself', async () => {
    const store = await open();
    await store.set('lost', 'x');
    await server.kill();
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    await expect(store.set('lock', 'x')).rejects.toMatchObject(unavailable);
    await server.restart();
    // The store contained no durable data: its users must accept an empty store.
    await vi.waitFor(async () => expect(await store.get('lost')).toBeNull());
    await store.close();
  });
});
