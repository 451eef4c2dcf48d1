import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inExhaustiveRuns, isExhaustive, parseSlice, pickRows, propertyRuns, sliceOf } from './exhaustive.ts';

const keys = fc.uniqueArray(fc.string(), { maxLength: 60 });
const itself = (text: string) => text;
const sliceCount = 10;
const partOf = (items: readonly string[], index: number) =>
  sliceOf(items, itself, { env: { EXHAUSTIVE: '1', SLICE: `${index}/${sliceCount}` } });
const indices = Array.from({ length: sliceCount }, (_, at) => at + 1);

describe('sliceOf', () => {
  it('assigns every item to exactly one of the ten slices', () => {
    fc.assert(
      fc.property(keys, (items) => {
        expect(indices.flatMap((index) => partOf(items, index)).sort()).toEqual([...items].sort());
      }),
    );
  });

  it('creates slices whose lengths differ by one at most', () => {
    fc.assert(
      fc.property(keys, (items) => {
        const lengths = indices.map((index) => partOf(items, index).length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('returns everything in an exhaustive run without a slice', () => {
    expect(sliceOf(['a', 'b'], itself, { env: { EXHAUSTIVE: '1' } })).toEqual(['a', 'b']);
  });

  it('returns the same small share in every other run, and at least one item', () => {
    const items = Array.from({ length: 100 }, (_, at) => `item ${at}`);
    const kept = sliceOf(items, itself, { env: {} });
    expect(kept).toHaveLength(5);
    expect(sliceOf([...items].reverse(), itself, { env: {} })).toEqual([...kept].reverse());
    expect(sliceOf(['only'], itself, { env: {} })).toEqual(['only']);
    expect(sliceOf([], itself, { env: {} })).toEqual([]);
  });
});

describe('propertyRuns', () => {
  it('uses the second number in exhaustive runs only', () => {
    expect(propertyRuns(50, 5000, {})).toBe(50);
    expect(propertyRuns(50, 5000, { EXHAUSTIVE: '1', SLICE: '2/10' })).toBe(5000);
    expect([isExhaustive({}), isExhaustive({ EXHAUSTIVE: '1' })]).toEqual([false, true]);
  });
});

describe('pickRows', () => {
  it('returns the chosen rows in npm test and all in exhaustive runs', () => {
    expect(pickRows(['FIN', 'RST', 'kill'], ['kill'], {})).toEqual(['kill']);
    expect(pickRows(['FIN', 'RST'], ['RST'], { EXHAUSTIVE: '1', SLICE: '2/10' })).toEqual(['FIN', 'RST']);
  });
});

describe('inExhaustiveRuns', () => {
  it('registers its tests in exhaustive runs, and nothing in npm test', () => {
    const registered: string[] = [];
    inExhaustiveRuns(() => registered.push('npm test'), {});
    inExhaustiveRuns(() => registered.push('slice'), { EXHAUSTIVE: '1', SLICE: '2/10' });
    expect(registered).toEqual(['slice']);
  });
});

describe('parseSlice', () => {
  it('reads K/N', () => {
    expect(parseSlice('3/10')).toEqual({ index: 3, count: 10 });
    expect(parseSlice(undefined)).toBeUndefined();
  });

  it.each(['0/10', '11/10', '3', '3/0', 'a/b'])('refuses %s', (text) => {
    expect(() => parseSlice(text)).toThrow(`'${text}' is not a slice. Use K/N with K from 1 to N, as 3/10.`);
  });
});
