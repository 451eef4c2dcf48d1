import { type Routine, routineSchema } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { dropPlaceAt, treeRows } from './tree-rows.ts';

const wait = (id: string) => ({ id, stepKind: 'Wait' });
const routine: Routine = routineSchema.parse({
  id: 'r',
  name: 'R',
  steps: [
    { id: 'outer', stepKind: 'Loop', steps: [wait('a'), { id: 'inner', stepKind: 'Loop', steps: [wait('b')] }] },
    { id: 'hollow', stepKind: 'Loop' },
  ],
});
const none = new Set<string>();
const shown = treeRows(routine, none);
const anywhere = () => true;

describe('the lines of a tree', () => {
  it('show an empty inside where steps can be put', () => {
    expect(shown.map(({ key, depth }) => `${key} ${depth}`)).toEqual([
      'outer 1',
      'a 2',
      'inner 2',
      'b 3',
      'hollow 1',
      'hollow/empty 2',
    ]);
  });

  it('leave out what is inside a collapsed step', () => {
    expect(treeRows(routine, new Set(['outer'])).map(({ key }) => key)).toEqual(['outer', 'hollow', 'hollow/empty']);
  });
});

describe('a drop', () => {
  it('at the end of a block goes as deep as the pointer is', () => {
    const at = (depth: number) => dropPlaceAt(shown, 4, depth, anywhere);
    expect(at(3)).toMatchObject({ parentID: 'inner', index: 1 });
    expect(at(2)).toMatchObject({ parentID: 'outer', index: 2 });
    expect(at(1)).toMatchObject({ parentID: undefined, index: 1 });
  });

  it('under a step that has others inside goes before those', () => {
    expect(dropPlaceAt(shown, 1, 1, anywhere)).toMatchObject({ parentID: 'outer', index: 0 });
  });

  it('into an empty inside', () => {
    expect(dropPlaceAt(shown, 6, 2, anywhere)).toMatchObject({ parentID: 'hollow', index: 0 });
    expect(dropPlaceAt(shown, 5, 1, anywhere)).toMatchObject({ parentID: 'hollow', index: 0 });
  });

  it('goes only where it is allowed, and nowhere when it is not', () => {
    expect(dropPlaceAt(shown, 4, 3, ({ parentID }) => parentID === 'outer')).toMatchObject({ parentID: 'outer' });
    expect(dropPlaceAt(shown, 4, 3, () => false)).toBeUndefined();
  });
});
