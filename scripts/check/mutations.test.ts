import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTestFiles, matching } from '../test/files.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';

const place: Mutation = { area: 'a', file: 'a.ts', search: 'x > 0', replacement: 'x >= 0', tests: [] };

describe('mutations', () => {
  it('break twenty areas of the product', () => {
    expect(new Set(mutations.map(({ area }) => area)).size).toBe(20);
  });

  it.each(mutations.map((mutation) => [mutation.area, mutation] as const))(
    '%s: the mutated code exists once',
    (_, mutation) => {
      const text = readFileSync(mutation.file, 'utf8');
      expect(mutate(text, mutation)).not.toBe(text);
    },
  );

  it('each name existing tests', () => {
    const files = findTestFiles('.');
    const without = mutations.filter(({ tests }) => tests.some((test) => matching(files, [test]).length === 0));
    expect(without).toEqual([]);
  });
});

describe('mutate', () => {
  it('replaces the literal text', () => {
    expect(mutate('if (x > 0) y();', { ...place, replacement: '$& || x' })).toBe('if ($& || x) y();');
  });

  it.each(['if (x < 0) y();', 'x > 0 && x > 0'])('refuses %j', (text) => {
    expect(() => mutate(text, place)).toThrow(/occurs [02] times in a\.ts/);
  });
});
