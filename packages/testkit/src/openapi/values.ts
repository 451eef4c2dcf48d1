import fc from 'fast-check';
import { nastyJson } from '../generators.ts';
import { type Components, type JsonSchema, resolve } from './schema.ts';
import { stringsOf } from './strings.ts';

/** Depth below which only required values are generated, to keep documents readable. */
const fullDepth = 4;
const mostItems = 3;

/** Generates values that a schema allows, including the edges of its numbers and lengths. */
export function valuesOf(schema: JsonSchema, components: Components, depth = 0): fc.Arbitrary<unknown> {
  const found = resolve(schema, components);
  const below = (part: JsonSchema) => valuesOf(part, components, depth + 1);
  if (found.const !== undefined) return fc.constant(found.const);
  if (found.enum) return fc.constantFrom(...found.enum);
  const choices = found.anyOf ?? found.oneOf;
  if (choices) {
    const taken = depth < fullDepth ? choices : shallowest(choices, components);
    return fc.oneof(...taken.map((choice) => valuesOf({ ...choice }, components, depth)));
  }
  if (found.allOf && found.type === undefined) return mergedOf(found.allOf, components, depth);
  const types = typeof found.type === 'string' ? [found.type] : (found.type ?? [impliedType(found)]);
  return fc.oneof(...types.map((type) => ofType(type, found, depth, below)));
}

/**
 * Returns the choices that contain no choices themselves, so that self-referencing schemas, such as conditions of
 * conditions, end.
 */
function shallowest(choices: readonly JsonSchema[], components: Components): readonly JsonSchema[] {
  const ends = choices.filter((choice) => !needsChoices(resolve(choice, components), components));
  return ends.length > 0 ? ends : choices;
}

function needsChoices({ properties = {}, required = [], items, minItems = 0 }: JsonSchema, components: Components) {
  const needed = required.flatMap((name) => properties[name] ?? []);
  if (minItems > 0 && typeof items === 'object') needed.push(items);
  return needed.some((part) => {
    const { anyOf, oneOf } = resolve(part, components);
    return anyOf !== undefined || oneOf !== undefined;
  });
}

type Below = (part: JsonSchema) => fc.Arbitrary<unknown>;

function ofType(type: string, schema: JsonSchema, depth: number, below: Below): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectsOf(schema, depth, below);
    case 'array':
      return arraysOf(schema, depth, below);
    case 'string':
      return stringsOfAll(schema, schema.allOf ?? []);
    case 'integer':
      return integersOf(schema);
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return nastyJson;
  }
}

/** Derives the type of a schema without one from its constraints; a schema without constraints allows everything. */
function impliedType({ properties, items, prefixItems, pattern }: JsonSchema): string {
  if (properties) return 'object';
  if (items !== undefined || prefixItems) return 'array';
  return pattern === undefined ? 'any' : 'string';
}

function objectsOf(schema: JsonSchema, depth: number, below: Below): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const kept = Object.entries(properties).filter(([name]) => depth < fullDepth || required.includes(name));
  const named = fc.record(Object.fromEntries(kept.map(([name, part]) => [name, below(part)])), {
    requiredKeys: required.filter((name) => name in properties),
    noNullPrototype: true,
  });
  if (typeof additionalProperties !== 'object' || depth >= fullDepth) return named;
  const names = below(propertyNames ?? { type: 'string', maxLength: 20 }).map(String);
  const more = fc.dictionary(names, below(additionalProperties), { maxKeys: mostItems, noNullPrototype: true });
  return fc.tuple(more, named).map(([extra, own]) => ({ ...extra, ...own }));
}

function arraysOf(schema: JsonSchema, depth: number, below: Below): fc.Arbitrary<unknown[]> {
  const { items, prefixItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const first: fc.Arbitrary<unknown[]> = fc.tuple(...(prefixItems ?? []).map(below));
  if (items === false || (prefixItems && items === undefined)) return first;
  const taken = prefixItems?.length ?? 0;
  const least = Math.max(0, minItems - taken);
  const wanted = depth < fullDepth ? Math.max(least, mostItems) : least;
  if (wanted === 0) return first;
  const rest = fc.array(typeof items === 'object' ? below(items) : nastyJson, {
    minLength: least,
    maxLength: Math.min(wanted, maxItems - taken),
  });
  return fc.tuple(first, rest).map(([head, tail]) => [...head, ...tail]);
}

function integersOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.ceil(Math.max(minimum ?? -1e9, exclusiveMinimum === undefined ? -1e9 : exclusiveMinimum + 1));
  const max = Math.floor(Math.min(maximum ?? 1e9, exclusiveMaximum === undefined ? 1e9 : exclusiveMaximum - 1));
  const top = maximum === undefined ? max : Math.max(max, Math.floor(maximum));
  return fc.oneof(
    fc.constantFrom(min, top),
    fc.integer({ min, max: top }),
    fc.integer({ min, max: Math.min(top, min + 10) }),
  );
}

function numbersOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): fc.Arbitrary<number> {
  const isOpenBelow = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? exclusiveMinimum);
  const isOpenAbove = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? exclusiveMaximum);
  const min = isOpenBelow ? exclusiveMinimum : (minimum ?? -1e9);
  const max = isOpenAbove ? exclusiveMaximum : (maximum ?? Math.max(1e9, min));
  const edges = [...(isOpenBelow ? [] : [min]), ...(isOpenAbove ? [] : [max])];
  const inside = fc.double({
    ...{ min, max, noNaN: true, minExcluded: isOpenBelow, maxExcluded: isOpenAbove, noDefaultInfinity: true },
  });
  return edges.length > 0 ? fc.oneof(inside, fc.constantFrom(...edges)) : inside;
}

/** Generates objects that fulfil several schemas; for text, values of the first that the others allow. */
function mergedOf(parts: readonly JsonSchema[], components: Components, depth: number): fc.Arbitrary<unknown> {
  const whole = parts.map((part) => resolve(part, components));
  if (whole.every(({ pattern }) => pattern !== undefined)) {
    return stringsOfAll({}, whole);
  }
  return fc
    .tuple(...whole.map((part) => valuesOf(part, components, depth)))
    .map((values) => Object.assign({}, ...values));
}

/**
 * Generates text that fulfils several patterns: derived from each of them, because one alone may rarely fulfil another.
 */
function stringsOfAll(schema: JsonSchema, parts: readonly JsonSchema[]): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const made = parts.map(({ pattern }) =>
    stringsOf({ minLength, maxLength, ...(pattern !== undefined && { pattern }) }),
  );
  return fc.oneof(stringsOf(schema), ...made).filter((text) => matchesAll([schema, ...parts], text));
}

function matchesAll(parts: readonly JsonSchema[] = [], text: string): boolean {
  return parts.every(({ pattern }) => pattern === undefined || new RegExp(pattern, 'u').test(text));
}
