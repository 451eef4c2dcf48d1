import { nastyText } from '@cellwright/testkit/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerQuery } from './answer-query.ts';
import { readQuery } from './read-query.ts';

const note = { id: 'n1', content: 'Warm', author: { id: 'u1', name: 'Ada' } };
const asked: unknown[] = [];
const resolvers = {
  query: {
    notes: async (args: unknown) => {
      asked.push(args);
      return [note];
    },
  },
  mutation: {},
};
const ask = (text: string, variables = {}) => answerQuery(readQuery(text, variables, undefined), resolvers);

describe('A query', () => {
  it('returns the requested fields under their aliases', async () => {
    const text =
      'query Load($n: Int = 20) { mine: notes(limit: $n, tags: ["a"]) { id by: author { ...Who } } } fragment Who on Author { name }';
    expect(await ask(text)).toEqual({ data: { mine: [{ id: 'n1', by: { name: 'Ada' } }] } });
    expect(asked.pop()).toEqual({ limit: 20, tags: ['a'] });
    await ask(text, { n: 3 });
    expect(asked.pop()).toEqual({ limit: 3, tags: ['a'] });
  });

  it('reports unknown operations along with the results of the others', async () => {
    expect(await ask('{ notes { id } gone { id } constructor }')).toEqual({
      data: { notes: [{ id: 'n1' }], gone: null, constructor: null },
      errors: [
        { message: 'There is no query gone', path: ['gone'] },
        { message: 'There is no query constructor', path: ['constructor'] },
      ],
    });
  });
});

describe('Invalid queries', () => {
  const nested = (depth: number) => `{ ${'notes { '.repeat(depth)} id ${'} '.repeat(depth)} }`;
  it.each([
    ['a query that nests deeply', nested(6), 'at most 5 levels'],
    ['one that nests very deeply', nested(400), 'at most 5 levels'],
    ['one of more tokens than anybody needs', nested(5000), 'at most'],
    [
      'many fields',
      `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: notes { id }`).join(' ')} }`,
      'at most 100 fields',
    ],
    [
      'fragments that name each other',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      '100 fields',
    ],
    [
      'a fragment that multiplies',
      `{ notes { ${'...A '.repeat(20)} } } fragment A on N { ${'...B '.repeat(20)} } fragment B on N { id }`,
      '100 fields',
    ],
    ['a question about the schema', '{ __schema { types { name } } }', 'Introspection is disabled'],
    ['one about a type', '{ notes { ...on N { __type(name: "N") } } }', 'Introspection is disabled'],
    ['a subscription', 'subscription { notes { id } }', 'Subscriptions are not supported'],
    ['two operations, neither named', 'query A { notes } query B { notes }', 'set operationName'],
    ['what is no GraphQL', '{ notes { ', 'Syntax Error'],
  ])('fail before execution: %s', (_what, text, message) => {
    expect(() => readQuery(text, {}, undefined)).toThrow(message);
  });

  it('can be any text, without a crash', () => {
    const texts = fc.oneof(nastyText, fc.string(), fc.stringMatching(/^[{}a-z():$@!"[\] .]{0,300}$/));
    fc.assert(
      fc.property(texts, (text) => {
        try {
          readQuery(text, {}, undefined);
        } catch (error) {
          expect(error).toMatchObject({ code: 'request_failed_validation' });
        }
      }),
    );
  });
});
