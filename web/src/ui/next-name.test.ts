import { expect, it } from 'vitest';
import { nextName } from './next-name.ts';

it('nextName returns the first free name of a series', () => {
  expect(nextName('P', [])).toBe('P1');
  expect(nextName('P', [{ name: 'P1' }, { name: 'P3' }])).toBe('P2');
});
