import fc from 'fast-check';
import { nastyText } from '../generators.ts';
import type { Operation, Parameter } from './document.ts';
import { nearMissesOf } from './near-misses.ts';
import type { Components, JsonSchema } from './schema.ts';
import { valuesOf } from './values.ts';

/** A generated request; its sender adds the token of the caller `as`. */
export interface GeneratedRequest<As extends string> {
  readonly as: As;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Known data of the server under test. */
export interface Known<As extends string> {
  /** Valid values of path parameters, by the parameter's name. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Valid bodies, to be sent unchanged and slightly wrong. */
  readonly bodies: readonly unknown[];
  /** Callers; the first has the most permissions and sends most requests. */
  readonly callers: readonly [As, ...As[]];
}

/** Generates requests to an operation: good ones, nearly good ones, and nonsense. */
export function requestsOf<As extends string>(
  operation: Operation,
  components: Components,
  known: Known<As>,
): fc.Arbitrary<GeneratedRequest<As>> {
  const of = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      as: mostly(fc.constant(known.callers[0]), fc.constantFrom(...known.callers)),
      path: pathsOf(operation.path, of('path'), components, known),
      query: queriesOf(of('query'), components),
      headers: headersOf(of('header'), components),
      content: contentOf(operation, components, known.bodies),
    })
    .map(({ as, path, query, headers, content }) => ({
      ...{ as, method: operation.method, path: path + query, body: content.body },
      headers: { ...headers, ...(content.type !== undefined && { 'content-type': content.type }) },
    }));
}

function mostly<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof<fc.WeightedArbitrary<A | B>[]>({ weight: 8, arbitrary: usual }, { weight: 2, arbitrary: other });
}

function pathsOf(
  template: string,
  parameters: readonly Parameter[],
  components: Components,
  { ids }: Pick<Known<string>, 'ids'>,
): fc.Arbitrary<string> {
  const values = parameters.map(({ name, schema }) => {
    const valid = valuesOf(schema, components).map(String);
    const there = ids[name] ?? [];
    const usual = there.length > 0 ? fc.constantFrom(...there) : valid;
    return mostly(usual, fc.oneof(valid, nastyText, fc.constant('x'.repeat(600)))).map(
      (value) => [name, value] as const,
    );
  });
  return fc
    .tuple(...values)
    .map((pairs) =>
      pairs.reduce(
        (path, [name, value]) => path.replace(`{${name}}`, () => encodeURIComponent(wellFormed(value))),
        template,
      ),
    );
}

type Pairs = readonly (readonly [string, string])[];

/** Mostly generates a fully valid query: one invalid parameter is enough for a refusal. */
function queriesOf(parameters: readonly Parameter[], components: Components): fc.Arbitrary<string> {
  const absent = fc.constant<Pairs>([]);
  const odd = fc.oneof(nastyText, fc.constantFrom('-1', '0', '1e999', 'NaN', 'true', '2147483648', '1.5', 'null'));
  const right = parameters.map(({ name, required, schema }) => {
    const given = valuesOf(schema, components).map((value): Pairs => [value].flat().map((one) => [name, String(one)]));
    return required ? given : fc.oneof({ weight: 3, arbitrary: absent }, { weight: 1, arbitrary: given });
  });
  const wrong = parameters.map(({ name }) =>
    fc.oneof(
      absent,
      fc.array(odd, { maxLength: 2 }).map((values): Pairs => values.map((value) => [name, value])),
    ),
  );
  const unknown = fc.tuple(nastyText, nastyText).map((pair): Pairs => [pair]);
  return mostly(fc.tuple(...right), fc.tuple(...wrong, unknown)).map((parts) => {
    const text = parts.flat().map((pair) => pair.map((part) => encodeURIComponent(wellFormed(part))).join('='));
    return text.length > 0 ? `?${text.join('&')}` : '';
  });
}

/** Possible values of a header with the version of a document. */
const versions = ['"1"', '"2"', 'W/"3"', '"0"', '"99999999999"', ''];

function headersOf(parameters: readonly Parameter[], components: Components): fc.Arbitrary<Record<string, string>> {
  const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
  const named = parameters.map(({ name, schema }): fc.Arbitrary<Record<string, string>> => {
    const valid = valuesOf(schema, components).map((each) => ascii(String(each)));
    const value = fc.oneof(
      { weight: 6, arbitrary: fc.constant('*') },
      { weight: 3, arbitrary: fc.constantFrom(...versions) },
      { weight: 1, arbitrary: fc.oneof(valid, printable) },
    );
    const given = value.map((text): Record<string, string> => ({ [name]: text }));
    return fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: given });
  });
  const common = mostly(
    fc.constant({}),
    fc.oneof(
      fc.constantFrom('one', 'x'.repeat(500)).map((key) => ({ 'idempotency-key': key })),
      fc.constantFrom('live', 'simulated', 'both').map((kind) => ({ 'robot-kind': kind })),
      printable.map((accept) => ({ accept })),
    ),
  );
  return fc.tuple(common, ...named).map((parts) => Object.assign({}, ...parts));
}

interface RequestContent {
  readonly type: string | undefined;
  readonly body: string | undefined;
}

const none: RequestContent = { type: undefined, body: undefined };
const json = 'application/json';
/** Bodies that are not documents. */
const nonsense = [
  ...['', ' ', '{', 'nul', '[]', 'null', '"text"', '0', '{"a":1}{}', '\ufeff{}', '{"a":1e999}', '{"a":1,"a":2}'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', '{"id":"\\u0000"}', '{"id":"\\ud800"}'],
  ...[`${'['.repeat(5000)}${']'.repeat(5000)}`, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
];
const oddTypes = ['text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'a', ''];

function contentOf(
  operation: Operation,
  components: Components,
  bodies: readonly unknown[],
): fc.Arbitrary<RequestContent> {
  const { method, body } = operation;
  if (method === 'GET' || method === 'HEAD') return fc.constant(none);
  const odd = fc.constantFrom(...nonsense).map((text) => ({ type: json, body: text }));
  if (!body) return mostly(fc.constant(none), odd);
  const given = documentsOf(body, components, bodies).map((value) => ({ type: json, body: JSON.stringify(value) }));
  const typed = fc.tuple(given, fc.constantFrom(...oddTypes)).map(([content, type]) => ({ ...content, type }));
  return fc.oneof(
    { weight: 16, arbitrary: given },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: typed },
    { weight: 1, arbitrary: fc.constant(none) },
  );
}

function documentsOf(body: JsonSchema, components: Components, bodies: readonly unknown[]): fc.Arbitrary<unknown> {
  const valid = valuesOf(body, components);
  const base = bodies.length > 0 ? fc.oneof(valid, fc.constantFrom(...bodies)) : valid;
  return fc.oneof(base, base.chain(nearMissesOf));
}

/** Removes lone surrogates, which addresses cannot contain. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
