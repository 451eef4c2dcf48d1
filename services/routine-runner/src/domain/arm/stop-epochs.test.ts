import { describe, expect, it } from 'vitest';
import { type EpochStore, StopEpochs } from './stop-epochs.ts';

/** Returns a store that records the highest reservation and can fail. */
function createStore(reserved = 0) {
  const kept = { reserved, isAway: false };
  const store: EpochStore = {
    load: async () => kept.reserved,
    async reserve(ceiling) {
      if (kept.isAway) throw new Error('the database is away');
      kept.reserved = Math.max(kept.reserved, ceiling);
    },
  };
  return { kept, store };
}

function createEpochs(reserved = 0) {
  const { kept, store } = createStore(reserved);
  const entered: number[] = [];
  return { kept, entered, epochs: new StopEpochs(store, (epoch) => void entered.push(epoch)) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the stop epochs of a session', () => {
  it('abort everything of an epoch when a stop ends it, and nothing of the new one', () => {
    const { epochs } = createEpochs();
    const before = epochs.signal;
    expect(epochs.next()).toBe(1);
    expect([before.aborted, epochs.signal.aborted]).toEqual([true, false]);
    expect(before.reason).toMatchObject({ message: 'a stop came' });
  });

  it('follow a controller with a higher number, and never a lower one', () => {
    const { epochs, entered } = createEpochs();
    const before = epochs.signal;
    epochs.adopt(5);
    const after = epochs.signal;
    epochs.adopt(4);
    epochs.adopt(5);
    expect([before.aborted, after.aborted, epochs.current]).toEqual([true, false, 5]);
    expect(entered).toEqual([5]);
  });

  it('start above every number that an earlier runner may have used', async () => {
    const { epochs, kept } = createEpochs(1000);
    await epochs.begin();
    await settled();
    expect(epochs.current).toBe(1001);
    expect(kept.reserved).toBeGreaterThan(epochs.current);
  });

  it('reserve numbers ahead, and grow while the store is away', async () => {
    const { epochs, kept } = createEpochs();
    kept.isAway = true;
    for (let stop = 1; stop <= 3; stop += 1) expect(epochs.next()).toBe(stop);
    await settled();
    expect(kept.reserved).toBe(0);
    kept.isAway = false;
    epochs.next();
    await settled();
    expect(kept.reserved).toBeGreaterThan(epochs.current);
  });
});
