import { expect, it } from 'vitest';
import { findAll } from './find-all.ts';

it('findAll returns the documents of every page', async () => {
  const all = Array.from({ length: 2300 }, (_, index) => index);
  const found = await findAll(async ({ limit, offset }) => ({
    items: all.slice(offset, offset + limit),
    total: all.length,
  }));
  expect(found).toEqual(all);
});

it('findAll ends when documents are deleted in the meantime', async () => {
  expect(await findAll(async ({ offset }) => ({ items: offset === 0 ? ['a'] : [], total: 5 }))).toEqual(['a']);
});
