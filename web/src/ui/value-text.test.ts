import { describe, expect, it } from 'vitest';
import { textsIn } from '../i18n/in-language.fixture.tsx';
import { valueText } from './value-text.ts';

describe('valueText', () => {
  it.each([
    ['en', true, 'On'],
    ['en', false, 'Off'],
    ['de', true, 'Ein'],
    ['de', false, 'Aus'],
    ['en', 12.5, '12.5'],
    ['en', -3, '−3'],
    ['en', 'red', 'red'],
    ['en', undefined, '–'],
    ['en', null, 'null'],
    ['en', [1, 2], '[1,2]'],
  ] as const)('formats in %s: %j as %s', async (language, value, text) => {
    expect(valueText((await textsIn(language)).t, value)).toBe(text);
  });
});
