import { ProductError } from '@cellwright/domain/basics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saveSettings } from './settings-draft.ts';

interface Fields {
  readonly isEnabled: boolean;
  readonly host: string;
  readonly ports: { readonly tcp: number };
}

const base = { isEnabled: false, host: '', ports: { tcp: 1 }, version: 1 };

/** Stored settings as the cell keeps them. */
function createStore(stored: Fields & { version: number } = base) {
  let current = stored;
  return {
    get current() {
      return current;
    },
    load: async () => current,
    async patch(changed: Partial<Fields>, version: number) {
      if (version !== current.version) throw new ProductError('conflict', 'It was saved meanwhile');
      current = { ...current, ...changed, version: version + 1 };
      return current;
    },
  };
}

describe('Saving settings', () => {
  it('keeps what was typed when a switch of the same settings was pressed just before', async () => {
    const store = createStore({ ...base, isEnabled: true, version: 2 });
    await saveSettings({ changed: { host: '10.0.0.5' }, base }, store);
    expect(store.current).toEqual({ isEnabled: true, host: '10.0.0.5', ports: { tcp: 1 }, version: 3 });
  });

  it('does not overwrite what another user has changed in the same field', async () => {
    const other = { ...base, ports: { tcp: 7 }, version: 2 };
    const store = createStore(other);
    expect(await saveSettings({ changed: { ports: { tcp: 9 } }, base }, store)).toEqual({
      isSaved: false,
      stored: other,
    });
    expect(store.current).toBe(other);
  });

  it('passes on other errors without a second attempt', async () => {
    let attempts = 0;
    const patch = async () => {
      attempts += 1;
      throw new ProductError('request_failed_validation', 'The port is taken');
    };
    await expect(
      saveSettings<Fields>({ changed: { host: 'a' }, base }, { load: async () => base, patch }),
    ).rejects.toThrow('The port is taken');
    expect(attempts).toBe(1);
  });

  it('loses no change of two users, whatever fields they change', async () => {
    const change = fc.record(
      { isEnabled: fc.boolean(), host: fc.constantFrom('', 'a', 'b'), ports: fc.record({ tcp: fc.nat(2) }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(change, change, async (first, second) => {
        const store = createStore();
        const { stored: theirs } = await saveSettings({ changed: first, base }, store);
        const { isSaved } = await saveSettings({ changed: second, base }, store);
        expect(store.current).toEqual(isSaved ? { ...base, ...first, ...second, version: 3 } : theirs);
      }),
    );
  });
});
