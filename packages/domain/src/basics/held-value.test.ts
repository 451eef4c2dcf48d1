import { describe, expect, it } from 'vitest';
import { environmentVariableSchema, findUnheldProblems, variableValueSchema } from '../routine/index.ts';
import { readValueLike } from './index.ts';
import { startOfText } from './start-of-text.ts';
import { findHiddenCharacter } from './text.ts';

const unheld: readonly (readonly [string, unknown, string])[] = [
  ['NaN', Number.NaN, 'a number that is not finite'],
  ['Infinity', Number.POSITIVE_INFINITY, 'a number that is not finite'],
  ['1e999', JSON.parse('1e999'), 'a number that is not finite'],
  ['-1e999', JSON.parse('-1e999'), 'a number that is not finite'],
  ['2^53', 2 ** 53, 'a number beyond ±9007199254740991'],
  ['2^53 + 1', JSON.parse('9007199254740993'), 'a number beyond ±9007199254740991'],
  ['a long order number', JSON.parse('12345678901234567890'), 'a number beyond ±9007199254740991'],
  ['NUL', 'a\0b', 'a text with the character NUL'],
  ['half a surrogate pair', 'a\ud800', 'a text with half a character'],
  ['the second half of a pair', '\udc00', 'a text with half a character'],
  ['a right-to-left override', 'a\u202eb', 'a text with the invisible character U+202E'],
  ['an isolate', 'a\u2066b', 'a text with the invisible character U+2066'],
  ['a zero-width space', 'a\u200bb', 'a text with the invisible character U+200B'],
  ['a zero-width joiner', 'a\u200db', 'a text with the invisible character U+200D'],
  ['a byte order mark', '\ufeffa', 'a text with the invisible character U+FEFF'],
  ['a soft hyphen', 'a\u00adb', 'a text with the invisible character U+00AD'],
  ['a blank pattern of Braille', '\u2800', 'a text with the invisible character U+2800'],
  ['a mark of an annotation', 'a\ufff9b', 'a text with the invisible character U+FFF9'],
  ['a variation selector', 'a\ufe0f', 'a text with the invisible character U+FE0F'],
];

describe('variableValueSchema', () => {
  it.each(unheld)('rejects %s by name', (_name, value, reason) => {
    const { error } = variableValueSchema.safeParse(value);
    expect(error?.issues[0]?.message).toContain(`A value cannot be ${reason}`);
  });

  it.each([0, -1.5, Number.MAX_SAFE_INTEGER, 5e-324, '', 'Ä\n\t👩‍🔧 ✔️ می‌خواهم', '\u2813\u2800\u2807', true])(
    'accepts %j',
    (value) => {
      expect(variableValueSchema.parse(value)).toBe(value);
    },
  );
});

describe('findUnheldProblems', () => {
  it.each(unheld)('rejects %s with the path of the value', (_name, value, reason) => {
    const [problem] = findUnheldProblems({ environmentVariables: [{ initialValue: 1 }, { initialValue: value }] });
    expect(problem?.fieldId).toBe('environmentVariables.1.initialValue');
    expect(problem?.message).toContain(`'environmentVariables.1.initialValue' has ${reason}`);
  });

  it('rejects a name with an invisible character and a broken field name', () => {
    expect(findUnheldProblems({ name: 'gnol\u202e' })).toMatchObject([{ fieldId: 'name' }]);
    expect(findUnheldProblems({ steps: { 'a\0': 1 } })).toMatchObject([{ fieldId: 'steps' }]);
  });

  it.each(['a\u0007b', 'a\nb', 'a\u0085b', 'a\u2028b', 'a\u2029b'])('rejects the id and the name %j', (text) => {
    expect(findUnheldProblems({ id: text })).toMatchObject([{ fieldId: 'id' }]);
    expect(findUnheldProblems({ config: { name: text } })).toMatchObject([{ fieldId: 'config.name' }]);
    expect(findUnheldProblems({ ports: [{ highSignalName: text }] })).toMatchObject([
      { fieldId: 'ports.0.highSignalName' },
    ]);
    expect(findUnheldProblems({ initialValue: text, description: text, choices: [text] })).toEqual([]);
  });

  it.each(['id', 'boardId', 'equipmentID', 'highSignalName'])('rejects a line break at the end of %s', (field) => {
    expect(findUnheldProblems({ ports: [{ [field]: 'Left\n' }] })).toMatchObject([{ fieldId: `ports.0.${field}` }]);
  });

  it('leaves a line break at the end of a name to its schema, which removes it', () => {
    expect(findUnheldProblems({ config: { name: 'Left\n' } })).toEqual([]);
  });

  it.each(['boardId', 'equipmentID'])('rejects %s with an invisible character', (field) => {
    expect(findUnheldProblems({ [field]: 'a\u200b' })).toMatchObject([{ fieldId: field }]);
  });

  it('rejects an id with an invisible character', () => {
    expect(findUnheldProblems({ steps: [{ id: 'a\u200b' }] })).toMatchObject([{ fieldId: 'steps.0.id' }]);
  });

  it.each(['.', '..', ' .. '])('rejects the id and the name %j, which cannot be used in an address', (text) => {
    expect(findUnheldProblems({ name: text })).toMatchObject([{ fieldId: 'name' }]);
    expect(findUnheldProblems({ space: [{ id: text }] })).toMatchObject([{ fieldId: 'space.0.id' }]);
    expect(
      findUnheldProblems({ name: `a${text}`, id: '...', source: text, initialValue: text, choices: [text] }),
    ).toEqual([]);
  });

  it('accepts invisible characters in descriptions and sources', () => {
    expect(findUnheldProblems({ description: 'soft\u00adhyphen', source: "'\u200b'" })).toEqual([]);
  });

  it.each(['description', 'source', 'comment', 'message', 'prompt'])(
    'rejects characters that reorder the text of the field %s',
    (field) => {
      for (const text of ['pick \u202ekcip', '\u2066a\u2069', 'a\u202a', 'b\u202c'])
        expect(findUnheldProblems({ steps: [{ [field]: text }] })).toMatchObject([{ fieldId: `steps.0.${field}` }]);
      for (const text of ['\u200fשלום', 'abc\u200e', 'مرحبا'])
        expect(findUnheldProblems({ [field]: text })).toEqual([]);
    },
  );

  it('keeps documents of earlier releases readable', () => {
    const old = { id: 'v', name: 'a\u200bb', initialValue: 2 ** 60, isGlobal: false };
    expect(environmentVariableSchema.parse(old)).toEqual(old);
  });
});

describe('readValueLike', () => {
  it.each([
    [0, '5', 5],
    [0, ' 5.0 ', 5],
    [0, '1e3', 1000],
    [0, 7, 7],
    [true, 'false', false],
    [true, 'False', false],
    [false, ' TRUE ', true],
    ['', '5.0', '5.0'],
    ['', 'true', 'true'],
    ['', 5, '5'],
  ])('for a variable that holds %j and the value %j returns %j', (before, given, value) => {
    expect(readValueLike(before, given)).toEqual({ ok: true, value });
  });

  it.each([
    [0, 'abc', 'is a number and cannot be set to "abc"'],
    [0, '', 'is a number and cannot be set to ""'],
    [0, '0x10', 'is a number and cannot be set to "0x10"'],
    [0, true, 'is a number and cannot be set to true'],
    [0, '1e999', 'cannot be set to a number that is not finite'],
    [0, '12345678901234567890', 'cannot be set to a number beyond'],
    [0, 'NaN', 'cannot be set to a number that is not finite'],
    [true, 'yes', 'is true or false and cannot be set to "yes"'],
    [true, 1, 'is true or false and cannot be set to 1'],
    ['', null, 'cannot be set to nothing'],
    ['', 'a\0b', 'cannot be set to a text with the character NUL'],
  ])('for a variable that holds %j rejects the value %j', (before, given, message) => {
    expect(readValueLike(before, given)).toEqual({ ok: false, error: expect.stringContaining(message) });
  });
});

describe('startOfText', () => {
  it('cuts between characters', () => {
    expect(startOfText('ab👩', 3)).toBe('ab');
    expect(startOfText('ab👩', 4)).toBe('ab👩');
  });

  it('keeps emoji whole at positions that findHiddenCharacter checks', () => {
    expect(findHiddenCharacter('1\ufe0f\u20e3 👍🏽 👩🏽\u200d🔧')).toBeUndefined();
    expect(findHiddenCharacter('1\ufe0f')).toBe('U+FE0F');
  });
});
