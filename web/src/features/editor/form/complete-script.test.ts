import type { Completion } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { complete, findFragment, findMatches } from './complete-script.ts';

const item = (
  kind: Completion['kind'],
  name: string,
  insert: string | null,
  owner: string | null = null,
): Completion => ({
  kind,
  id: name,
  name,
  type: 'number',
  scope: 'routine',
  owner,
  insert,
  value: null,
});
const items = [
  item('variable', 'count', 'variables.count'),
  item('variable', 'part count', "variables['part count']"),
  item('stepVariable', 'completedCount', "steps['Count parts'].completedCount", '1 Count parts'),
  item('port', 'Input 1', "io['Input 1']"),
  item('spaceItem', 'Count table', null),
];
const offered = (source: string, caret = source.length) =>
  findMatches(items, findFragment(source, caret)).map(({ insert }) => insert);

describe('Script completion', () => {
  it.each([
    ['var', ['variables.count', "variables['part count']"]],
    ['variables.c', ['variables.count']],
    ["1 + variables['pa", ["variables['part count']"]],
    ["io['In", ["io['Input 1']"]],
    ['2 > input', ["io['Input 1']"]],
    ['completed', ["steps['Count parts'].completedCount"]],
    ['count', ['variables.count', "variables['part count']", "steps['Count parts'].completedCount"]],
  ])('after %j offers %j', (source, inserts) => {
    expect(offered(source)).toEqual(inserts);
  });

  it.each(['', 'variables.count > ', 'variables.count', 'table', 'variables.count > 1', '1.'])(
    'after %j offers nothing',
    (source) => {
      expect(offered(source)).toEqual([]);
    },
  );

  it('uses the text before the caret, and keeps the text after it', () => {
    const source = 'vari > 3';
    expect(offered(source, 4)).toHaveLength(2);
    expect(complete(source, findFragment(source, 4), 'variables.count')).toEqual({
      source: 'variables.count > 3',
      caret: 15,
    });
  });
});
