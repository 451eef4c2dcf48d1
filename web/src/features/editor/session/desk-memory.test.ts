import { parseRoutine } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { createDeskMemories, recallDocument } from './desk-memory.ts';
import { createDocumentStore } from './document-store.ts';

function storeOf() {
  const parsed = parseRoutine({
    id: 'r',
    name: 'R',
    steps: [{ id: 'wait', stepKind: 'Wait' }],
    stepConfigurations: { wait: { stepKind: 'Wait', args: { milliseconds: 100 } } },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return createDocumentStore(parsed.value);
}

describe('The state of an editor that was left', () => {
  it('comes back with its panel and selection, per routine', () => {
    const desks = createDeskMemories();
    Object.assign(desks.open('user', 'one'), { panel: 'items', chosen: { ids: new Set(['wait']), focusID: 'wait' } });
    expect(desks.open('user', 'two')).toEqual({});
    expect(desks.open('user', 'one')).toMatchObject({ panel: 'items', chosen: { focusID: 'wait' } });
  });

  it('belongs to one user of the tab', () => {
    const desks = createDeskMemories();
    desks.open('user', 'one').panel = 'items';
    expect(desks.open('other', 'one')).toEqual({});
    expect(desks.open('user', 'one')).toEqual({});
  });

  it('stays for the eight routines that were opened last', () => {
    const desks = createDeskMemories();
    for (const id of ['0', '1', '2', '3', '4', '5', '6', '7']) desks.open('user', id).panel = 'items';
    desks.open('user', '0');
    desks.open('user', '8');
    expect(desks.open('user', '0').panel).toBe('items');
    expect(desks.open('user', '1').panel).toBeUndefined();
  });
});

describe('The undo history of an editor that was left', () => {
  it('continues on the version that was stored then', () => {
    const store = storeOf();
    store.apply((now) => ({ ...now, name: 'Changed' }));
    const recalled = recallDocument({ document: { store, version: 3 } }, 3);
    recalled?.undo();
    expect(recalled?.history.present.name).toBe('R');
  });

  it('begins again on a version of another user, or without one', () => {
    expect(recallDocument({ document: { store: storeOf(), version: 3 } }, 4)).toBeUndefined();
    expect(recallDocument({}, 4)).toBeUndefined();
  });
});
