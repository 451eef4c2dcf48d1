import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { VolatileStore } from './volatile-store.ts';

/** Access of the suite to the implementation under test, and to its time. */
export interface StoreHarness {
  open(): Promise<VolatileStore>;
  /** Lets at least this many milliseconds pass for the store. */
  pass(ms: number): Promise<void>;
}

/** Describes the contract of every volatile store; runs on each implementation. */
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
    await getStore().increment(key, { ttlMs: 3000 });
    await harness.pass(1000);
    expect(await getStore().increment(key, { ttlMs: 3000 })).toBe(2);
    await harness.pass(2100);
    expect(await getStore().increment(key, { ttlMs: 3000 })).toBe(1);
  });

  test('sets no window on a counter that had none', async () => {
    const key = unique();
    await getStore().set(key, '0');
    await getStore().increment(key, { by: 5, ttlMs: 50 });
    await harness.pass(100);
    expect(await getStore().get(key)).toBe('5');
  });
}

function describeExpiry(getStore: () => VolatileStore, harness: StoreHarness): void {
  test('drops a value after its time', async () => {
    const key = unique();
    await getStore().set(key, 'x', { ttlMs: 2000 });
    expect(await getStore().get(key)).toBe('x');
    await harness.pass(2100);
    expect(await getStore().get(key)).toBeNull();
    expect(await getStore().delete(key)).toBe(false);
  });

  test('keeps a new value without a time', async () => {
    const key = unique();
    await getStore().set(key, 'x', { ttlMs: 50 });
    await getStore().set(key, 'y');
    await harness.pass(100);
    await vi.waitFor(async () => expect(await getStore().get(key)).toBe('y'));
  });
}
