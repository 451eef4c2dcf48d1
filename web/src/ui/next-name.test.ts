import { expect, it } from 'vitest';
import { nextName } from './next-name.ts';

it('the next name of a series is the first that is free', () => {
  expect(nextName('P', [])).toBe('P1');
  expect(nextName('P', [{ name: 'P1' }, { name: 'P3' }])).toBe('P2');
});
