import { ProductError } from '@cellwright/domain';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createAutosave, saveDelayMS, saveRetryMS } from './autosave.ts';

/** A stored text that somebody edits; `refusal` is what the next save meets. */
function bench() {
  const clock = new VirtualClock();
  const store = { text: 'a', version: 1, saves: 0, refusal: undefined as Error | undefined };
  const autosave = createAutosave({
    clock,
    document: 'a',
    version: 1,
    async save(text: string, version: number) {
      if (store.refusal) throw store.refusal;
      if (version !== store.version) throw new ProductError('conflict', 'It was saved meanwhile');
      store.text = text;
      store.saves++;
      return ++store.version;
    },
  });
  return { clock, store, autosave };
}

describe('a document that is edited', () => {
  it('is saved once the typing rests', async () => {
    const { clock, store, autosave } = bench();
    autosave.note('ab');
    await clock.advance(saveDelayMS - 1);
    autosave.note('abc');
    await clock.advance(saveDelayMS - 1);
    expect(store.saves).toBe(0);
    await clock.advance(1);
    expect(store).toMatchObject({ text: 'abc', saves: 1 });
    expect(autosave.state.kind).toBe('saved');
  });

  it('is not saved when it is again what is stored', async () => {
    const { clock, store, autosave } = bench();
    autosave.note('ab');
    autosave.note('a');
    await clock.advance(saveDelayMS);
    expect(store.saves).toBe(0);
    expect(autosave.state.kind).toBe('saved');
  });

  it('is saved at once before it is played', async () => {
    const { store, autosave } = bench();
    autosave.note('ab');
    expect(await autosave.flush()).toBe(2);
    expect(store.text).toBe('ab');
  });

  it('is saved when the editor is left, and what cannot be saved then is told and not tried again', async () => {
    const { clock, store, autosave } = bench();
    autosave.note('ab');
    await autosave.end();
    expect(store).toMatchObject({ text: 'ab', saves: 1 });
    store.refusal = new ProductError('unavailable', 'No cell answers');
    autosave.note('abc');
    await expect(autosave.end()).rejects.toThrow('No cell answers');
    store.refusal = undefined;
    await clock.advance(saveRetryMS * 2);
    expect(store.saves).toBe(1);
  });

  it('is not lost when the cell cannot be reached: it says why and tries again', async () => {
    const { clock, store, autosave } = bench();
    store.refusal = new ProductError('unavailable', 'No cell answers');
    autosave.note('ab');
    await clock.advance(saveDelayMS);
    expect(autosave.state).toEqual({ kind: 'failed', reason: 'No cell answers' });
    store.refusal = undefined;
    await clock.advance(saveRetryMS);
    expect(store.text).toBe('ab');
    expect(autosave.state.kind).toBe('saved');
  });
});

describe('when somebody else saved meanwhile', () => {
  it('nothing is saved over it until a person decides to keep theirs as the next version', async () => {
    const { clock, store, autosave } = bench();
    store.version = 5;
    store.text = 'theirs';
    autosave.note('mine');
    await clock.advance(saveDelayMS);
    expect(autosave.state.kind).toBe('conflict');
    autosave.note('mine, too');
    await clock.advance(10_000);
    expect(store.text).toBe('theirs');
    autosave.settle(5);
    await clock.advance(1);
    expect(store).toMatchObject({ text: 'mine, too', version: 6 });
  });

  it('theirs can be taken, and nothing is saved', async () => {
    const { clock, store, autosave } = bench();
    store.version = 5;
    autosave.note('mine');
    await clock.advance(saveDelayMS);
    autosave.note('theirs');
    autosave.settle(5, 'theirs');
    await clock.advance(10_000);
    expect(store.saves).toBe(0);
    expect(autosave.state.kind).toBe('saved');
  });
});
