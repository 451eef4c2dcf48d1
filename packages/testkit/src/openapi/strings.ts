import fc from 'fast-check';
import type { JsonSchema } from './schema.ts';

/** Maximum length; longer strings are left to near misses because they cost time and find little. */
const longest = 40;
const plain = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-'];

/** Generates text that a schema allows. */
export function stringsOf({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const regex = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const most = maxLength ?? Number.POSITIVE_INFINITY;
  const fits = (text: string) => {
    const length = [...text].length;
    return length >= minLength && length <= most && (regex === undefined || regex.test(text));
  };
  return (ofFormat(format) ?? ofPattern(pattern) ?? ofLength(minLength, most)).filter(fits);
}

function ofFormat(format: string | undefined): fc.Arbitrary<string> | undefined {
  switch (format) {
    case 'date-time':
      return fc
        .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'uri':
      return fc.webUrl();
    case 'uuid':
      return fc.uuid();
    case 'email':
      return fc.tuple(fc.nat(), fc.constantFrom('example.org', 'a-b.example.com')).map(([n, at]) => `ada${n}@${at}`);
    default:
      return undefined;
  }
}

/** Generates text from the expression itself if the generator supports it. */
function ofPattern(pattern: string | undefined): fc.Arbitrary<string> | undefined {
  if (pattern === undefined || /\\p\{|\(\?[!<=]/.test(pattern)) return undefined;
  return fc.stringMatching(new RegExp(pattern, 'u'));
}

/** Generates plain and odd characters, within the bounds and at them. */
function ofLength(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, longest)) };
  const easy = fc.string({ unit: fc.constantFrom(...plain), ...bounds });
  const odd = fc.string({ unit: 'grapheme', ...bounds });
  const edge = maxLength <= 10_000 ? [fc.constant('x'.repeat(maxLength)), fc.constant('x'.repeat(minLength))] : [];
  return fc.oneof({ weight: 6, arbitrary: easy }, { weight: 3, arbitrary: odd }, ...edge);
}
