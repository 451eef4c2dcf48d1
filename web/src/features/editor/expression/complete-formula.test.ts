import { describe, expect, it } from 'vitest';
import { findFormulaFragment, findNames } from './complete-formula.ts';

const value = (name: string) => ({ name, expression: { kind: 'variable' as const, variableID: name } });

describe('Suggestions for a formula', () => {
  it.each([
    ['count + wei', 11, { text: 'wei', start: 8, end: 11 }],
    ['[Inp] + 1', 4, { text: 'Inp', start: 0, end: 5 }],
    ['[Input 1', 8, { text: 'Input 1', start: 0, end: 8 }],
    ['count + 1', 9, { text: '', start: 9, end: 9 }],
  ])('complete the name before the caret in %j at %i', (source, caret, fragment) => {
    expect(findFormulaFragment(source, caret)).toEqual(fragment);
  });

  it('have names that begin with the fragment before others, then functions', () => {
    const { values, functions } = findNames([value('Part count'), value('count')], ['contains', 'ceil'], 'Co');
    expect(values.map(({ name }) => name)).toEqual(['count', 'Part count']);
    expect(functions).toEqual(['contains']);
    expect(findNames([value('count')], ['ceil'], '')).toEqual({ values: [], functions: [] });
  });
});
