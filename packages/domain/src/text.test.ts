import { describe, expect, it } from 'vitest';
import { nameSchema, textSchema } from './text.ts';

describe('a name', () => {
  const schema = nameSchema('routine');
  const messageOf = (name: unknown) => schema.safeParse(name).error?.issues[0]?.message;

  it('is text on one line, without the blanks around it', () => {
    expect(schema.parse('  Pick & place – Ø 12 😀 ')).toBe('Pick & place – Ø 12 😀');
  });

  it('must be there', () => {
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

describe('a text', () => {
  const schema = textSchema(10);

  it('may have several lines', () => {
    expect(schema.safeParse('a\n\tb 😀').success).toBe(true);
  });

  it.each(['a\0b', 'a\udc00b', 'x'.repeat(11)])('is refused when it cannot be stored (%j)', (text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });
});
