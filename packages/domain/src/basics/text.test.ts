import { describe, expect, it } from 'vitest';
import { nameSchema, textSchema } from './text.ts';

describe('A name', () => {
  const schema = nameSchema('routine');
  const messageOf = (name: unknown) => schema.safeParse(name).error?.issues[0]?.message;

  it('consists of one line of text, without surrounding blanks', () => {
    expect(schema.parse('  Pick & place – Ø 12 😀 ')).toBe('Pick & place – Ø 12 😀');
  });

  it('must not be empty', () => {
    expect(messageOf('   ')).toBe('A routine needs a name');
  });

  it('has at most 200 characters', () => {
    expect(messageOf('x'.repeat(201))).toBe('A routine name has at most 200 characters');
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('must not contain %s', (_what, name) => {
    expect(messageOf(name)).toBe('A routine name must not contain control characters');
  });
});

describe('A text', () => {
  const schema = textSchema(10);

  it('may have several lines', () => {
    expect(schema.safeParse('a\n\tb 😀').success).toBe(true);
  });

  it.each(['a\0b', 'a\udc00b', 'x'.repeat(11)])('cannot contain characters that cannot be stored (%j)', (text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });
});
