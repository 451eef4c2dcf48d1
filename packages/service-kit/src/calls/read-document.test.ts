import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readDocument } from './cell-calls.ts';

const schema = z.object({ name: z.string(), limit: z.number().optional(), rest: z.unknown().optional() });
const read = (text: string) => readDocument(schema, Buffer.from(text));
const refusal = (message: string) =>
  expect.objectContaining({ code: 'request_failed_validation', message: expect.stringContaining(message) });

describe('readDocument', () => {
  it.each([
    ['{"name":"a","limit":1e999}', 'a number that is not finite'],
    ['{"name":"a","rest":[{"deep":-1e999}]}', "'rest.0.deep' has a number that is not finite"],
    ['{"name":"a","limit":12345678901234567890}', 'a number beyond ±9007199254740991'],
    ['{"name":"a\\u0000b"}', 'the character NUL'],
    ['{"name":"half \\ud83d"}', 'half a character'],
    ['{"name":"back\\u202ewards"}', 'the invisible character U+202E'],
    ['{"name":"a\\nb"}', 'the control character or line break U+000A'],
    ['{"name":"a","rest":{"a\\u0000":1}}', "'rest' has a field name with NUL"],
    ['{"name":"a","limit":NaN}', 'not JSON text'],
    ['{"name":"a","limt":1}', "no field 'limt' here"],
    [`{"name":"a","rest":${'['.repeat(2000)}1e999${']'.repeat(2000)}}`, 'a number that is not finite'],
  ])('refuses %.60s by name', (text, message) => {
    expect(() => read(text)).toThrow(refusal(message));
  });

  it('accepts any other values', () => {
    expect(read('{"name":"Ä 👩‍🔧","limit":5e-324,"rest":"a\\nb"}')).toEqual({
      name: 'Ä 👩‍🔧',
      limit: 5e-324,
      rest: 'a\nb',
    });
  });
});
