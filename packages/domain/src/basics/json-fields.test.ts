import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedField } from './json-fields.ts';

const find = (text: string) => findRepeatedField(text, JSON.parse(text));

describe('A field that a JSON object has twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['[{"b":{"c":[]}},{"b":{"c":1,"d":2,"c":3}}]', 'c'],
    ['{"Output 1":"high","Output\\u00201":"low"}', 'Output 1'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":{},"":{}}', ''],
    ['{"a":{"a":1},"b":[{"a":1},{"a":":"}],"a":0}', 'a'],
  ])('has its name found in %s', (text, name) => {
    expect(find(text)).toBe(name);
  });

  it.each(['{}', '[]', '":"', '1', '{"a":{"a":{"a":"\\":"}}}', '[{"a":1},{"a":1}]', '{"a\\"":1,"a":":,{"}'])(
    'exists in none of %s',
    (text) => {
      expect(find(text)).toBeUndefined();
    },
  );

  it('exists in no serialised value, and in each with one field more', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, name) => {
        const text = JSON.stringify(value, undefined, 1);
        expect(find(text)).toBeUndefined();
        const key = JSON.stringify(name);
        expect(find(`{${key}:${text},"-${name.length}":0,${key}:${text}}`)).toBe(name);
      }),
      { numRuns: 100 },
    );
  });
});
