import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import './issue-words.ts';
import { refuseUnknownFields } from './strict-schema.ts';

const limits = z.object({ maxSpeed: z.number().optional() });

/** Returns path and message of each problem. */
function findProblems(schema: z.ZodType, value: unknown): string[] {
  const parsed = refuseUnknownFields(schema).safeParse(value);
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
const refused = (field: string) => `There is no field '${field}' here. Correct its name or remove it`;

describe('refuseUnknownFields', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['an object', limits, { maxSped: 1 }, ''],
    ['a field', z.object({ limits }), { limits: { maxSped: 1 } }, 'limits'],
    ['a list', z.array(limits), [{}, { maxSped: 1 }], '1'],
    ['a tuple', z.tuple([z.string()], limits), ['a', { maxSped: 1 }], '1'],
    ['a record', z.record(z.string(), limits), { a: { maxSped: 1 } }, 'a'],
    ['a union', z.union([z.number(), limits]), { maxSped: 1 }, ''],
    [
      'a union by kind',
      z.discriminatedUnion('kind', [limits.extend({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'a', maxSped: 1 },
      '',
    ],
    ['both sides of an intersection', z.intersection(limits, z.object({ a: z.number() })), { a: 1, maxSped: 1 }, ''],
    ['an optional value', z.object({ limits: limits.nullish() }), { limits: { maxSped: 1 } }, 'limits'],
    ['a value with a default', z.object({ limits: limits.prefault({}) }), { limits: { maxSped: 1 } }, 'limits'],
    ['a migrated value', z.preprocess((value) => value, limits), { maxSped: 1 }, ''],
    ['a transformed value', limits.transform(({ maxSpeed }) => maxSpeed), { maxSped: 1 }, ''],
    ['a recursive value', z.lazy(() => limits), { maxSped: 1 }, ''],
  ])('refuses an unknown field of %s by name', (_where, schema, value, path) => {
    expect(schema.safeParse(value).success).toBe(true);
    expect(findProblems(schema, value)).toEqual([`${path}: ${refused('maxSped')}`]);
  });

  it('names the unknown field of a union of objects', () => {
    const schema = z.union([z.object({ a: z.number() }), z.object({ limits }), limits]);
    expect(findProblems(schema, { limits: { maxSped: 1 } })).toEqual([`: ${refused('maxSped')}`]);
    const either = z.union([limits, limits.extend({ force: z.number().optional() })]);
    expect(findProblems(either, { maxSped: 1 })).toEqual([`: ${refused('maxSped')}`]);
    expect(findProblems(either, { maxSpeed: '1' })).toEqual([': This matches none of the allowed formats']);
  });

  it('refuses an unknown field of an object inside another object of its kind', () => {
    const step: z.ZodObject = z.object({
      ...limits.shape,
      get steps(): z.ZodType {
        return z.array(step).optional();
      },
    });
    expect(findProblems(step, { steps: [{ steps: [{ maxSped: 1 }] }] })).toEqual([
      `steps.0.steps.0: ${refused('maxSped')}`,
    ]);
  });

  it('keeps checks, defaults and descriptions', () => {
    const schema = z
      .object({ low: z.number().default(1), high: z.number().describe('Upper limit') })
      .refine(({ low, high }) => low < high, 'The limits are crossed');
    const strict = refuseUnknownFields(schema);
    expect(strict.parse({ high: 2 })).toEqual({ low: 1, high: 2 });
    expect(findProblems(schema, { high: 0 })).toEqual([': The limits are crossed']);
    expect(strict.shape.high.description).toBe('Upper limit');
  });

  it('calls the function of a default for each value', () => {
    let count = 0;
    const strict = refuseUnknownFields(z.object({ limits: limits.default(() => ({ maxSpeed: ++count })) }));
    strict.parse({});
    const first = count;
    expect(strict.parse({})).toEqual({ limits: { maxSpeed: first + 1 } });
  });

  it('does not change the given schema and objects that keep their other fields', () => {
    const schema = z.object({ limits, sensor: z.looseObject({ port: z.number() }) });
    expect(refuseUnknownFields(schema).parse({ limits: {}, sensor: { port: 1, unit: 2 } })).toEqual({
      limits: {},
      sensor: { port: 1, unit: 2 },
    });
    expect(schema.parse({ limits: { maxSped: 1 }, sensor: { port: 1 } })).toEqual({ limits: {}, sensor: { port: 1 } });
  });
});
