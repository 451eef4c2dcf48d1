import { ProductError } from '@cellwright/domain/basics';
import { createMemoryStore, silentLogger, systemClock, type VolatileStore } from '@cellwright/service-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { startMotionBench } from '../testing/motion-bench.fixture.ts';
import { createPlanStore } from './plan-store.ts';

/** Returns a store that can be switched off. */
function openStore() {
  const memory = createMemoryStore();
  const state = { isThere: false };
  const answer = <T>(work: () => Promise<T>) =>
    state.isThere ? work() : Promise.reject(new ProductError('unavailable', 'The volatile store does not answer'));
  const store: VolatileStore = {
    ...memory,
    get: (key) => answer(() => memory.get(key)),
    set: (...asked) => answer(() => memory.set(...asked)),
    increment: (...asked) => answer(() => memory.increment(...asked)),
  };
  return { store, state };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('The store of the plan cache', () => {
  it("cannot be cleared before it has answered once: 'Motion plan cache not initialized'", async () => {
    const { store, state } = openStore();
    const { client, stop } = await startMotionBench({ store });
    closing.push(stop);
    await expect(client.clearPlanCache({})).rejects.toThrow('Motion plan cache not initialized');
    state.isThere = true;
    expect(await client.clearPlanCache({})).toEqual({});
  });

  it.each(['load', 'clear'] as const)('reports an outage as one after a %s that it answered', async (call) => {
    const { store, state } = openStore();
    const plans = createPlanStore(store, systemClock, silentLogger);
    state.isThere = true;
    await plans[call]('key');
    state.isThere = false;
    await expect(plans.clear()).rejects.toThrow('The volatile store does not answer');
  });
});
