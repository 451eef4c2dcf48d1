import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listFieldPaths } from './list-paths.ts';
import { field } from './meta.ts';
import { readFields } from './read-fields.ts';

const pose = z.object({ x: z.number(), y: z.number(), w: z.number() });
const schema = z.object({
  kind: z.literal('X'),
  name: field(z.string().default('Left'), { label: 'Name', help: 'As people call it' }),
  speed: field(z.number().min(1).max(9).optional(), { label: 'Speed', unit: 'm/s', suggested: 2 }),
  port: field(z.number().int().min(1).max(8), { label: 'Port' }),
  isFast: field(z.boolean().default(false), { label: 'Fast' }),
  side: field(z.enum(['left', 'right']), { label: 'Side' }),
  words: field(z.array(z.string()).default([]), { label: 'Words' }),
  token: field(z.string().default(''), { label: 'Token', isSecret: true }),
  place: field(pose, { label: 'Place' }),
  variable: field(z.string(), { label: 'Variable', control: 'variable' }),
  lift: field(z.string(), { label: 'Lift', control: 'equipment', accepts: 'lift' }),
  limits: field(z.object({ low: field(z.number(), { label: 'Low' }) }), { label: 'Limits' }),
  entries: field(z.array(z.object({ id: z.string(), level: field(z.number(), { label: 'Level' }) })).max(4), {
    label: 'Entries',
  }),
});
const fields = readFields(schema);
const find = (name: string) => fields.find((each) => each.name === name);

describe('readFields', () => {
  it('returns the fields in the order of the schema, with and without a label', () => {
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.shape));
    expect(find('kind')).toMatchObject({ label: undefined, type: "'X'" });
  });

  it('reads label, unit, help, suggestion, default and limits', () => {
    expect(find('name')).toMatchObject({ label: 'Name', help: 'As people call it', defaultValue: 'Left' });
    expect(find('speed')).toMatchObject({ unit: 'm/s', suggested: 2, minimum: 1, maximum: 9, isWhole: false });
    expect(find('port')).toMatchObject({ unit: undefined, isWhole: true, isRequired: true });
    expect(find('entries')).toMatchObject({ maxEntries: 4 });
  });

  it.each([
    ['name', 'text', 'text'],
    ['speed', 'number', 'number'],
    ['port', 'number', 'whole number'],
    ['isFast', 'boolean', 'yes or no'],
    ['side', 'choice', "'left', 'right'"],
    ['words', 'texts', 'list'],
    ['place', 'other', 'pose: x, y, z, i, j, k, w'],
    ['variable', 'text', 'id of a variable'],
    ['limits', 'group', 'group'],
    ['entries', 'list', 'list'],
  ])('gives %s the shape %s and the type %s', (name, shape, type) => {
    expect(find(name)).toMatchObject({ shape, type });
  });

  it('returns what a reference accepts', () => {
    expect(find('lift')).toMatchObject({ control: 'equipment', accepts: 'lift' });
    expect(find('variable')).toMatchObject({ accepts: undefined });
  });

  it('returns the requested control of a field and marks secrets', () => {
    expect(find('variable')).toMatchObject({ control: 'variable' });
    expect(find('name')).toMatchObject({ control: undefined, isSecret: false });
    expect(find('token')).toMatchObject({ isSecret: true });
  });

  it('reads a pose as one value, and an entry with its id', () => {
    expect(find('place')?.fields).toEqual([]);
    expect(find('entries')?.fields.map(({ name }) => name)).toEqual(['id', 'level']);
  });

  it('reads a schema once', () => {
    expect(readFields(schema)).toBe(fields);
  });
});

describe('listFieldPaths', () => {
  it('lists fields inside groups and entries with their path', () => {
    const paths = listFieldPaths(schema).map(({ path }) => path);
    expect(paths.slice(-5)).toEqual(['limits', 'limits.low', 'entries', 'entries[].id', 'entries[].level']);
  });
});
