import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { anyEntity } from '../index.ts';
import { queryOfRealTime, unwrapDocument, wrapDocument } from './real-time.ts';

const variables = anyEntity('globalVariables');
const [filter = ''] = Object.entries(variables.filters).find(([, type]) => type === 'string') ?? [];

describe('queryOfRealTime', () => {
  it.each(['a\0b', 'half \ud83d', '\udc00'])('refuses %j, which no database finds', (text) => {
    for (const query of [{ $search: text }, { [filter]: text }, { [filter]: { $in: ['fine', text] } }]) {
      expect(() => queryOfRealTime(variables, query)).toThrow(ProductError);
    }
  });

  it('accepts any other text', () => {
    const { query } = queryOfRealTime(variables, { $search: ' 🙂 ', [filter]: { $in: ['Ä', 'b'] } });
    expect(query).toMatchObject({ search: '🙂', where: { [filter]: ['Ä', 'b'] } });
  });

  it.each([[null], [true], [[]], [''], [' '], [' 5 '], ['0x10'], ['1e2'], [1.5]])(
    'refuses %j as a limit, which is not a number',
    (value) => {
      expect(() => queryOfRealTime(variables, { $limit: value })).toThrow('$limit');
      expect(() => queryOfRealTime(variables, { $skip: value })).toThrow('$skip');
    },
  );

  it('accepts a limit as a number and as text', () => {
    for (const value of [5, '5']) expect(queryOfRealTime(variables, { $limit: value }).query.limit).toBe(5);
    expect(queryOfRealTime(variables, { $limit: undefined }).query.limit).toBe(variables.pageLimit);
  });
});

describe('unwrapDocument', () => {
  const item = { name: 'parts', initialValue: 1 };

  it('refuses a field beside the document by name', () => {
    expect(() => unwrapDocument(variables, { globalVariableItem: item, isGlobl: true })).toThrow("'isGlobl'");
  });

  it('accepts a document with the key and stamps as it was received', () => {
    const received = wrapDocument(variables, { id: 'variable_1', ...item, version: 3, updatedByName: 'Ada' });
    expect(unwrapDocument(variables, received)).toEqual({ id: 'variable_1', ...item });
  });
});
