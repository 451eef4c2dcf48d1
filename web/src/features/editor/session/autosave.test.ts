import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createAutosave, saveDelayMS, saveRetryMS } from './autosave.ts';

/** Creates a stored text that is edited; `refusal` is the error of the next save. */
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

describe('Autosave', () => {
  it('saves once the typing pauses', async () => {
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

  it('does not save when the document equals the stored one again', async () => {
    const { clock, store, autosave } = bench();
    autosave.note('ab');
    autosave.note('a');
    await clock.advance(saveDelayMS);
    expect(store.saves).toBe(0);
    expect(autosave.state.kind).toBe('saved');
  });

  it('saves immediately before playing', async () => {
    const { store, autosave } = bench();
    autosave.note('ab');
    expect(await autosave.flush()).toBe(2);
    expect(store.text).toBe('ab');
  });

  it('saves when the editor is left, and reports a failure without a retry', async () => {
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

  it('reports why the cell cannot be reached, keeps the changes, and retries', async () => {
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

describe('A discarded change', () => {
  it('leaves a document that is not the stored one', async () => {
    const { clock, store, autosave } = bench();
    autosave.note('ab');
    expect(autosave.isDiscarded).toBe(false);
    autosave.discard();
    await autosave.end();
    await clock.advance(10_000);
    expect(store.saves).toBe(0);
    expect(autosave.isDiscarded).toBe(true);
  });
});

describe('A conflict with another user', () => {
  it('blocks saving until the user keeps their changes as the next version', async () => {
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

  it('can be resolved with the version of the other user, without saving', async () => {
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
