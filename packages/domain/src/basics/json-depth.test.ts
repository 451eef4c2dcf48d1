import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDepthWatch, jsonDepthOf, nestsDeeperThan } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('The depth of JSON text', () => {
  it.each([
    ['', 0],
    ['"[[["', 0],
    ['"\\"[["', 0],
    ['[]', 1],
    ['{"a":[{}],"]]":{}}', 3],
    ['[[[', 3],
  ])('%s has %i levels', (text, depth) => {
    expect(jsonDepthOf(text)).toBe(depth);
  });

  it('equals that of the value, regardless of the contents of its strings', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        const depth = depthOf(value);
        expect(jsonDepthOf(text)).toBe(depth);
        const bytes = new TextEncoder().encode(text);
        expect([nestsDeeperThan(bytes, depth), nestsDeeperThan(bytes, depth - 1)]).toEqual([false, depth > 0]);
        const watch = createDepthWatch(depth - 1);
        expect([...bytes].some((byte) => watch(Uint8Array.of(byte)))).toBe(depth > 0);
      }),
    );
  });

  it('has no limit', () => {
    expect(jsonDepthOf('['.repeat(1_000_000))).toBe(1_000_000);
  });
});
