import { expect, it } from 'vitest';
import * as z from 'zod';
import { outputActionSchema } from '../robot/index.ts';
import { parseRoutineFile, problemsOf } from '../routine/index.ts';
import { nameSchema } from './index.ts';

it.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.string(), undefined, 'This is missing'],
  ['another type', z.string(), 5, 'This must be a text'],
  ['no number', z.coerce.number(), 'abc', 'This must be a number'],
  ['a list', z.object({}), [], 'This must be an object'],
  ['a fraction', z.number().int(), 0.5, 'This must be a whole number'],
  ['a number that is too small', z.number().min(0), -1, 'This must be at least 0'],
  ['a number on an open end', z.number().positive(), 0, 'This must be more than 0'],
  ['a number that is too large', z.number().max(100), 101, 'This must be at most 100'],
  ['an empty text', z.string().min(1), '', 'This must not be empty'],
  ['a long text', z.string().max(3), 'long', 'This must have at most 3 characters'],
  [
    'an unknown field',
    z.strictObject({ x: z.number() }),
    { x: 1, rx: 2, ry: 3 },
    "There is no field 'rx', 'ry' here. Correct its name or remove it",
  ],
  ['a word that is no choice', z.enum(['open', 'closed']), 'ajar', "This must be one of 'open', 'closed'"],
  ['another word', z.literal('open'), 'ajar', "This must be 'open'"],
  ['a form', z.string().regex(/^a$/), 'b', 'This format is not allowed here'],
  ['a step', z.number().multipleOf(5), 7, 'This must be a multiple of 5'],
  ['a union', z.union([z.string(), z.number()]), true, 'This matches none of the allowed formats'],
  [
    'an unknown kind',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('plane') }),
      z.object({ kind: z.enum(['box', 'tray']), size: z.number() }),
    ]),
    { kind: 'ball' },
    "This must be one of 'plane', 'box', 'tray'",
  ],
  ['a key', z.record(z.string().max(1), z.number()), { long: 1 }, 'This entry is not allowed here'],
  ['a field that must not be there', z.strictObject({ x: z.never() }), { x: 1 }, 'This must be left out'],
  ['a safety output', outputActionSchema.shape.kind, 'Safety', 'Safety outputs cannot be set'],
  ['a short list', z.array(z.number()).min(2), [1], 'This must have at least 2 entries'],
])('The message for %s says what to write instead', (_what, schema, input, message) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(message);
});

it('The messages of a schema stay unchanged', () => {
  const own = nameSchema('token', 3).safeParse('').error;
  expect(own && problemsOf(own)[0]?.message).not.toContain('This must');
});

it('The message names the field that a routine file lacks', () => {
  const file = parseRoutineFile({ format: 'cellwright.routine', formatVersion: 1 });
  expect(file).toMatchObject({ ok: false, problems: [{ fieldId: 'routine', message: 'This is missing' }] });
});

it('A file of another format gets only that message', () => {
  const file = parseRoutineFile({ name: 'cellwright', version: '1' });
  expect(file.ok ? [] : file.problems.map(({ fieldId }) => fieldId)).toEqual(['format']);
});
