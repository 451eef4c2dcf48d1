import { type Routine, routineSchema } from '@cellwright/domain/routine';
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

describe('treeRows', () => {
  it('returns an empty row inside steps that accept children', () => {
    expect(shown.map(({ key, depth }) => `${key} ${depth}`)).toEqual([
      'outer 1',
      'a 2',
      'inner 2',
      'b 3',
      'hollow 1',
      'hollow/empty 2',
    ]);
  });

  it('omits the children of a collapsed step', () => {
    expect(treeRows(routine, new Set(['outer'])).map(({ key }) => key)).toEqual(['outer', 'hollow', 'hollow/empty']);
  });
});

describe('dropPlaceAt', () => {
  it('uses the depth of the pointer at the end of a block', () => {
    const at = (depth: number) => dropPlaceAt(shown, 4, depth, anywhere);
    expect(at(3)).toMatchObject({ parentID: 'inner', index: 1 });
    expect(at(2)).toMatchObject({ parentID: 'outer', index: 2 });
    expect(at(1)).toMatchObject({ parentID: undefined, index: 1 });
  });

  it('drops before the children when the pointer is below their parent', () => {
    expect(dropPlaceAt(shown, 1, 1, anywhere)).toMatchObject({ parentID: 'outer', index: 0 });
  });

  it('drops into an empty block', () => {
    expect(dropPlaceAt(shown, 6, 2, anywhere)).toMatchObject({ parentID: 'hollow', index: 0 });
    expect(dropPlaceAt(shown, 5, 1, anywhere)).toMatchObject({ parentID: 'hollow', index: 0 });
  });

  it('drops only where it is allowed, or returns undefined', () => {
    expect(dropPlaceAt(shown, 4, 3, ({ parentID }) => parentID === 'outer')).toMatchObject({ parentID: 'outer' });
    expect(dropPlaceAt(shown, 4, 3, () => false)).toBeUndefined();
  });
});
