import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { anyEntity } from '../index.ts';
import { queryOfRealTime } from './real-time.ts';

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
});
