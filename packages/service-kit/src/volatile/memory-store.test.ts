import { VirtualClock } from '@cellwright/testkit';
import { expect, test } from 'vitest';
import { createMemoryStore } from './memory-store.ts';
import { describeVolatileStore } from './volatile-store.contract.ts';

const clock = new VirtualClock();

describeVolatileStore('the in-memory store', {
  open: async () => createMemoryStore({ clock }),
  pass: (ms) => clock.advance(ms),
});

test('the in-memory store drops the oldest writes to stay bounded', async () => {
  const store = createMemoryStore({ clock: new VirtualClock(), maxKeys: 3 });
  for (const key of ['a', 'b', 'c']) await store.set(key, key);
  await store.set('a', 'again');
  await store.set('d', 'd');
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)))).toEqual(['again', null, 'c', 'd']);
});

test('the in-memory store drops expired values before live ones', async () => {
  const time = new VirtualClock();
  const store = createMemoryStore({ clock: time, maxKeys: 2 });
  await store.set('lives', 'x');
  await store.set('expires', 'x', { ttlMs: 10 });
  await time.advance(20);
  await store.set('new', 'x');
  expect(await store.get('lives')).toBe('x');
});
