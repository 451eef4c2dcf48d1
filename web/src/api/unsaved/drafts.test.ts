import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createDrafts } from './drafts.ts';
import { createUnsavedList } from './unsaved-work.ts';

/** Storage of a tab that outlives its pages. */
function createTab() {
  const stored = new Map<string, string>();
  const area = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    stored,
    /** Loads the page; its memory is empty. */
    load(userID: string | undefined) {
      const list = createUnsavedList(new VirtualClock());
      const storage = { area, readOwnerID: () => userID, read };
      return { list, grids: createDrafts<string>('grid', { list, storage }) };
    },
  };
}

describe('Drafts with a storage', () => {
  it('survive a reload of the page, as unsaved work', () => {
    const tab = createTab();
    tab.load('user').grids.put('1', 'Tray', 'two corners');

    const { grids, list } = tab.load('user');

    expect(grids.get('1')).toBe('two corners');
    expect(list.names).toEqual(['Tray']);
  });

  it('disappear when they are dropped or discarded', () => {
    const tab = createTab();
    const { grids, list } = tab.load('user');
    grids.put('1', 'Tray', 'two corners');
    grids.put('2', 'Rack', 'one corner');
    grids.drop('1');
    expect(tab.load('user').grids.all).toEqual(['one corner']);
    list.discardAll();
    expect(tab.load('user').grids.all).toEqual([]);
    expect(tab.stored.size).toBe(0);
  });

  it('stay hidden from another user of the tab', () => {
    const tab = createTab();
    tab.load('user').grids.put('1', 'Tray', 'two corners');
    expect(tab.load('other').grids.all).toEqual([]);
    expect(tab.load(undefined).grids.all).toEqual([]);
  });

  it('ignore what is no draft', () => {
    const tab = createTab();
    tab.load('user').grids.put('1', 'Tray', 'two corners');
    for (const [key, text] of tab.stored) tab.stored.set(key, text.replace('"two corners"', '3'));
    expect(tab.load('user').grids.all).toEqual([]);
    for (const key of tab.stored.keys()) tab.stored.set(key, 'no JSON');
    expect(tab.load('user').grids.all).toEqual([]);
  });
});
