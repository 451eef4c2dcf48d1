// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createTourStore } from './tour-progress.ts';

let userID: string | undefined = 'user_ada';
const openStore = () => createTourStore(localStorage, () => userID);

beforeEach(() => {
  localStorage.clear();
  userID = 'user_ada';
});

describe('The progress of the guided tour', () => {
  it('survives a reload, and continues after the user left the tour', () => {
    const store = openStore();
    expect(store.current).toBeUndefined();
    store.open();
    store.change({ routineID: 'routine_first', isBuilt: true });
    store.change({ isOpen: false });
    const later = openStore();
    later.open();
    expect(later.current).toMatchObject({ isOpen: true, routineID: 'routine_first', isBuilt: true });
  });

  it('begins again after the last step', () => {
    const store = openStore();
    store.open();
    store.change({ routineID: 'routine_first', isRun: true, isOpen: false, isFinished: true });
    store.open();
    expect(store.current).toEqual({
      userID: 'user_ada',
      isOpen: true,
      isFinished: false,
      isBuilt: false,
      isChecked: false,
      isRun: false,
    });
  });

  it('belongs to one user of the browser', () => {
    const store = openStore();
    store.open();
    userID = 'user_bob';
    expect(store.current).toBeUndefined();
    store.change({ isRun: true });
    userID = 'user_ada';
    expect(store.current).toMatchObject({ isRun: false });
  });

  it('notifies of changes only', () => {
    const store = openStore();
    store.open();
    let count = 0;
    store.subscribe(() => count++);
    store.change({ isBuilt: false });
    expect(count).toBe(0);
    store.change({ isBuilt: true });
    expect(count).toBe(1);
  });

  it('ignores stored text that is no progress', () => {
    for (const text of ['{', '{}', '[1]', '"x"']) {
      localStorage.setItem('cellwright.tour', text);
      expect(openStore().current).toBeUndefined();
    }
  });
});
