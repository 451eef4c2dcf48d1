import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { VolatileStore } from './volatile-store.ts';

/** How a suite gets at the implementation it proves, and lets its time pass. */
export interface StoreHarness {
  open(): Promise<VolatileStore>;
  /** Lets at least this many milliseconds pass for the store. */
  pass(ms: number): Promise<void>;
}

/** What every volatile store must do; runs on each implementation. */
export function describeVolatileStore(name: string, harness: StoreHarness): void {
  describe(name, () => {
    let store: VolatileStore;
    beforeAll(async () => {
      store = await harness.open();
    });
    afterAll(() => store.close());
    const getStore = () => store;
    describeValues(getStore);
    describeCounters(getStore, harness);
    describeExpiry(getStore, harness);
  });
}

const unique = () => randomBytes(6).toString('hex');

function describeValues(getStore: () => VolatileStore): void {
  test('keeps text until it is replaced or deleted', async () => {
    const key = unique();
    expect(await getStore().get(key)).toBeNull();
    await getStore().set(key, '');
    expect(await getStore().get(key)).toBe('');
    await getStore().set(key, 'Zange ü\n\0"');
    expect(await getStore().get(key)).toBe('Zange ü\n\0"');
    expect(await getStore().delete(key)).toBe(true);
    expect(await getStore().delete(key)).toBe(false);
    expect(await getStore().get(key)).toBeNull();
  });

  test('sets a key for the first of many', async () => {
    const key = unique();
    const names = Array.from({ length: 20 }, (_, index) => `runner-${index}`);
    const won = await Promise.all(names.map((name) => getStore().setIfAbsent(key, name)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await getStore().get(key)).toBe(names[won.indexOf(true)]);
  });

  test('replaces a value only if it is the expected one', async () => {
    const key = unique();
    expect(await getStore().compareAndSet(key, 'old', 'new')).toBe(false);
    expect(await getStore().compareAndSet(key, null, 'first')).toBe(true);
    expect(await getStore().compareAndSet(key, null, 'again')).toBe(false);
    expect(await getStore().compareAndSet(key, 'first', 'second')).toBe(true);
    expect(await getStore().get(key)).toBe('second');
    expect(await getStore().compareAndSet(key, 'first', null)).toBe(false);
    expect(await getStore().compareAndSet(key, 'second', null)).toBe(true);
    expect(await getStore().get(key)).toBeNull();
    expect(await getStore().compareAndSet(key, null, null)).toBe(true);
  });

  test('lets one of many compare-and-sets win', async () => {
    const key = unique();
    await getStore().set(key, 'free');
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, index) => getStore().compareAndSet(key, 'free', `holder-${index}`)),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('answers a ping', async () => {
    await expect(getStore().ping()).resolves.toBeUndefined();
  });
}

function describeCounters(getStore: () => VolatileStore, harness: StoreHarness): void {
  test('counts from 0 and loses nothing', async () => {
    const key = unique();
    expect(await getStore().increment(key)).toBe(1);
    await Promise.all(Array.from({ length: 50 }, () => getStore().increment(key, { by: 2 })));
    expect(await getStore().increment(key, { by: -1 })).toBe(100);
    expect(await getStore().get(key)).toBe('100');
  });

  test('refuses to count what is not a number', async () => {
    const key = unique();
    await getStore().set(key, 'text');
    await expect(getStore().increment(key)).rejects.toThrow();
    expect(await getStore().get(key)).toBe('text');
  });

  test('keeps the window of the first count', async () => {
    const key = unique();
    await getStore().increment(key, { ttlMs: 300 });
    await harness.pass(200);
    expect(await getStore().increment(key, { ttlMs: 300 })).toBe(2);
    await harness.pass(150);
    expect(await getStore().increment(key, { ttlMs: 300 })).toBe(1);
  });

  test('gives no window to a counter that had none', async () => {
    const key = unique();
    await getStore().set(key, '0');
    await getStore().increment(key, { by: 5, ttlMs: 50 });
    await harness.pass(100);
    expect(await getStore().get(key)).toBe('5');
  });
}

function describeExpiry(getStore: () => VolatileStore, harness: StoreHarness): void {
  test('forgets a value after its time, whichever way it was set', async () => {
    const [set, absent, compared] = [unique(), unique(), unique()];
    await getStore().set(set, 'x', { ttlMs: 60 });
    await getStore().setIfAbsent(absent, 'x', { ttlMs: 60 });
    await getStore().compareAndSet(compared, null, 'x', { ttlMs: 60 });
    expect(await Promise.all([set, absent, compared].map((key) => getStore().get(key)))).toEqual(['x', 'x', 'x']);
    await harness.pass(100);
    expect(await Promise.all([set, absent, compared].map((key) => getStore().get(key)))).toEqual([null, null, null]);
    expect(await getStore().setIfAbsent(absent, 'y')).toBe(true);
    expect(await getStore().compareAndSet(compared, null, 'y')).toBe(true);
    expect(await getStore().delete(set)).toBe(false);
  });

  test('a new value without a time stays', async () => {
    const key = unique();
    await getStore().set(key, 'x', { ttlMs: 50 });
    await getStore().set(key, 'y');
    await harness.pass(100);
    await vi.waitFor(async () => expect(await getStore().get(key)).toBe('y'));
  });
}
