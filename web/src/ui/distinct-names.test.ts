import { expect, it } from 'vitest';
import { withDistinctNames } from './distinct-names.ts';

it('withDistinctNames numbers equal names and keeps the others', () => {
  const names = ['P1', 'Above', 'P2', 'Above'].map((name) => ({ name }));
  expect(withDistinctNames(names).map(({ name }) => name)).toEqual(['P1', 'Above (1)', 'P2', 'Above (2)']);
});
