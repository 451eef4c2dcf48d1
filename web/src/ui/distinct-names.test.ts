import { expect, it } from 'vitest';
import { withDistinctNames } from './distinct-names.ts';

it('withDistinctNames numbers equal names and keeps the others', () => {
  const names = ['P1', 'Above', 'P2', 'Above'].map((name) => ({ name }));
  expect(withDistinctNames(names).map(({ name }) => name)).toEqual(['P1', 'Above (1)', 'P2', 'Above (2)']);
});

it('withDistinctNames never repeats the name of another item', () => {
  const names = ['Above', 'Above', 'Above (1)', 'Above'].map((name) => ({ name }));
  expect(withDistinctNames(names).map(({ name }) => name)).toEqual([
    'Above (2)',
    'Above (3)',
    'Above (1)',
    'Above (4)',
  ]);
});
