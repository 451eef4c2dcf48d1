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

// The server's own time cannot be driven, so its expiry is waited for.
describeVolatileStore('the Redis store', { open, pass: (ms) => sleep(ms) });

describe('the Redis store, when the server fails', () => {
  const unavailable = { code: 'unavailable' };

  test('answers unavailable while it is frozen, and works again afterwards', async () => {
    const store = await open();
    await store.set('kept', 'x');
    server.pause();
    const startedAt = performance.now();
    await expect(store.get('kept')).rejects.toMatchObject(unavailable);
    // Promised within 1 s; five times that on a loaded machine.
    expect(performance.now() - startedAt).toBeLessThan(5000 * lagFactor());
    server.resume();
    await vi.waitFor(async () => expect(await store.get('kept')).toBe('x'), { timeout: 5000 });
    await store.close();
  });

  test('answers unavailable while it is gone, and finds it again on its own', async () => {
    const store = await open();
    await store.set('lost', 'x');
    await server.kill();
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    await expect(store.set('lock', 'x')).rejects.toMatchObject(unavailable);
    await server.restart();
    // Nothing durable was in it: an empty store is what its users must live with.
    await vi.waitFor(async () => expect(await store.get('lost')).toBeNull(), { timeout: 10_000 });
    await store.close();
  });
});
