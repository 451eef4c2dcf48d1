import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, test, vi } from 'vitest';
import { createIdempotencyCache, newIdempotencyKey } from './idempotency.ts';

describe('createIdempotencyCache', () => {
  test('drops a reply after its time', async () => {
    const clock = new VirtualClock();
    const cache = createIdempotencyCache({ clock, ttlMs: 1000 });
    const work = vi.fn(async () => 'done');
    await cache.run('key', 'print', work);
    await clock.advance(999);
    await cache.run('key', 'print', work);
    expect(work).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    await cache.run('key', 'print', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('does not store failures, so that the command can be repeated', async () => {
    const cache = createIdempotencyCache({ clock: new VirtualClock() });
    const work = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue('done');
    const first = [cache.run('key', 'print', work), cache.run('key', 'print', work)];
    await expect(first[0]).rejects.toThrow('no connection');
    await expect(first[1]).rejects.toThrow('no connection');
    expect(await cache.run('key', 'print', work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('stays bounded, but never drops running commands', async () => {
    const cache = createIdempotencyCache({ clock: new VirtualClock(), maxEntries: 2 });
    const forever = vi.fn(() => new Promise<string>(() => undefined));
    void cache.run('running', 'print', forever);
    const work = vi.fn(async () => 'done');
    for (const key of ['a', 'b', 'c']) await cache.run(key, 'print', work);
    void cache.run('running', 'print', forever);
    await cache.run('a', 'print', work);
    expect(forever).toHaveBeenCalledTimes(1);
    expect(work).toHaveBeenCalledTimes(4);
  });

  test('creates unique keys', () => {
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  });
});
