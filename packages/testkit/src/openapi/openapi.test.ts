import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from './answers.ts';
import { readOpenApi } from './document.ts';
import { nearMissesOf } from './near-misses.ts';
import { requestsOf } from './requests.ts';
import { jsonSchema } from './schema.ts';
import { valuesOf } from './values.ts';

const node = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[^\\p{Cc}\\p{Cs}]*$' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
  required: ['id'],
  additionalProperties: false,
};
const thing = {
  type: 'object',
  properties: {
    kind: { enum: ['a', 'b'] },
    at: { type: 'string', format: 'date-time' },
    host: { type: 'string', allOf: [{ pattern: '^$|^(?!-)[A-Za-z0-9.:-]+$' }, { pattern: '^[^\\p{Cc}\\p{Cs}]*$' }] },
    code: { type: 'string', pattern: '^\\d{4,12}$' },
    count: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    share: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    pair: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'boolean' }],
      minItems: 2,
      maxItems: 2,
      items: false,
    },
    either: { anyOf: [{ type: 'null' }, { const: 'x' }, { oneOf: [{ type: 'boolean' }] }] },
    named: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^ee-\\d+$' },
      additionalProperties: { type: 'number' },
    },
    anything: {},
    tree: { $ref: '#/components/schemas/Node' },
  },
  required: ['kind', 'count'],
  additionalProperties: false,
};
const envelope = {
  content: {
    'application/json': { schema: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } } },
  },
};
const document = readOpenApi({
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      put: {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string', minLength: 1 } },
          { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 10 } },
          { in: 'header', name: 'if-match', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: thing } } },
        responses: { 200: { content: { 'application/json': { schema: thing } } }, default: envelope },
      },
    },
    '/ready': { get: { responses: { 200: {}, 503: { content: { 'text/plain': {} } }, default: envelope } } },
  },
  components: { schemas: { Node: node } },
});
const { components } = document;
const [put, ready] = document.operations;
if (!put || !ready) throw new Error('the document has two operations');

const ajv = addFormats.default(new Ajv2020({ strict: false }));
ajv.addSchema({ $id: 'api', components: { schemas: { Node: node } } });
const isThing = ajv.compile(JSON.parse(JSON.stringify(thing).replaceAll('"#/', '"api#/')));

const ref = { $ref: '#/components/schemas/Condition' };

describe('valuesOf', () => {
  it('generates values that a validator of the schema accepts', () => {
    fc.assert(
      fc.property(valuesOf(jsonSchema.parse(thing), components), (value) => {
        expect(isThing(JSON.parse(JSON.stringify(value))), ajv.errorsText(isThing.errors)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('includes the edges of numbers and lengths', () => {
    const count = valuesOf({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }, components);
    expect(new Set(fc.sample(count, { numRuns: 100, seed: 1 }))).toContain(2_147_483_647);
    const text = valuesOf({ type: 'string', minLength: 1, maxLength: 128 }, components);
    const lengths = new Set(fc.sample(text, { numRuns: 100, seed: 1 }).map((value) => String(value).length));
    expect(lengths).toContain(128);
  });

  it('ends for a schema that references itself', () => {
    const trees = fc.sample(valuesOf({ $ref: '#/components/schemas/Node' }, components), { numRuns: 200, seed: 1 });
    expect(Math.max(...trees.map((tree) => JSON.stringify(tree).length))).toBeLessThan(100_000);
  });

  it('ends for a choice that requires two of its own kind', () => {
    const condition = {
      anyOf: [
        { type: 'object', properties: { left: ref, right: ref }, required: ['left', 'right'] },
        { type: 'object', properties: { name: { type: 'string', maxLength: 9 } }, required: ['name'] },
      ],
    };
    const named = new Map([['#/components/schemas/Condition', jsonSchema.parse(condition)]]);
    const found = fc.sample(valuesOf(ref, named), { numRuns: 200, seed: 1 }).map((value) => JSON.stringify(value));
    expect(found.some((text) => text.startsWith('{"left":'))).toBe(true);
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(10_000);
  });

  it('refuses a dangling reference', () => {
    expect(() => valuesOf({ $ref: '#/components/schemas/None' }, components)).toThrow('nothing is at');
  });
});

describe('nearMissesOf', () => {
  const good = { kind: 'a', count: 1, tree: { id: 'x', children: [{ id: 'y' }] } };

  it('generates mostly invalid JSON and leaves the value unchanged', () => {
    const before = JSON.stringify(good);
    const misses = fc.sample(nearMissesOf(good), { numRuns: 500, seed: 1 });
    const wrong = misses.filter((value) => !isThing(JSON.parse(JSON.stringify(value))));
    expect(wrong.length).toBeGreaterThan(350);
    expect(JSON.stringify(good)).toBe(before);
  });

  it.each<[string, (value: Record<string, unknown>) => boolean]>([
    ['something missing', (value) => !('count' in value)],
    ['one too many', (value) => Object.keys(value).length > 3],
    ['a wrong type', (value) => typeof value.count === 'string'],
    ['a number past its bound', (value) => value.count === 0],
    ['something huge', (value) => JSON.stringify(value).length > 50_000],
    ['a name that means something to JavaScript', (value) => Object.hasOwn(value, '__proto__')],
  ])('includes %s', (_what, has) => {
    const misses = fc.sample(nearMissesOf(good), { numRuns: 3000, seed: 2 });
    const objects = misses.filter(
      (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
    );
    expect(objects.some(has)).toBe(true);
  });
});

describe('requestsOf', () => {
  const known = { ids: { id: ['there'] }, bodies: [{ kind: 'b', count: 7 }], callers: ['admin', 'nobody'] as const };
  const requests = fc.sample(requestsOf(put, components, { ...known, callers: ['admin', 'nobody'] }), {
    numRuns: 400,
    seed: 3,
  });

  it('generates addresses and headers that can be sent', () => {
    for (const { path, headers } of requests) {
      expect(new URL(path, 'http://cell').pathname).toMatch(/^\//);
      new Headers(headers);
    }
  });

  it('asks for existing and missing documents, with and without a query, by all callers', () => {
    const paths = requests.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/things/there')).length).toBeGreaterThan(250);
    expect(paths.some((path) => !path.startsWith('/things/there'))).toBe(true);
    expect(paths.some((path) => /[?&]limit=([1-9]|10)(&|$)/.test(path))).toBe(true);
    expect(new Set(requests.map(({ as }) => as))).toEqual(new Set(known.callers));
    expect(requests.some(({ headers }) => 'if-match' in headers)).toBe(true);
  });

  it('sends good bodies, known ones, none, and invalid JSON', () => {
    const bodies = requests.map(({ body }) => body);
    const parsed = bodies.map((body) => {
      try {
        return isThing(JSON.parse(body ?? ''));
      } catch {
        return 'no JSON';
      }
    });
    expect(new Set(parsed)).toEqual(new Set([true, false, 'no JSON']));
    expect(bodies).toContain(JSON.stringify(known.bodies[0]));
    expect(bodies).toContain(undefined);
  });
});

describe('createAnswerCheck', () => {
  const check = createAnswerCheck(document);
  const json = 'application/json; charset=utf-8';

  it.each([
    [put, 200, json, '{"kind":"a","count":1,"tree":{"id":"x"}}', undefined],
    [put, 404, json, '{"error":"not_found"}', undefined],
    [ready, 503, 'text/plain', 'no', undefined],
    [put, 200, json, '{"kind":"a","count":0}', '200 is not as described: data/count must be >= 1'],
    [put, 200, json, '{"kind":"a","count":1,"tree":{"id":1}}', 'data/tree/id must be string'],
    [put, 404, json, '{}', "must have required property 'error'"],
    [put, 404, 'text/html', '<p>', "404 has the type 'text/html', not application/json"],
    [put, 404, json, '<p>', '404 is not JSON'],
    [put, 201, json, '{}', '201 is not described'],
    [put, 503, json, '{"error":"unavailable"}', '503, which is not described'],
    [ready, 200, json, '{}', "200 has the type 'application/json', not any"],
  ])('checks an answer to %o with %i, %s and %s', (operation, status, type, text, problem) => {
    const found = check(operation, { status, type, text });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});
