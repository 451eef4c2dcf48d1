import {
  decimalText,
  largestInt32,
  oneLine,
  ProductError,
  startOfText,
  wholeNumberText,
} from '@cellwright/domain/basics';
import { schemaMessages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { AnyEntity, FilterType } from './definition.ts';

export type Scalar = string | number | boolean;

/** A find request, validated against the entity. */
export interface EntityQuery {
  /** Allowed values by field. */
  readonly where: Readonly<Record<string, readonly Scalar[]>>;
  readonly search: string;
  /** Fields in order, '-' for descending. */
  readonly sort: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Form of a query between services. */
export const entityQuerySchema = z.object({
  where: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])).max(1000)),
  search: z.string(),
  sort: z.array(z.string()),
  limit: z.number().int().min(0),
  offset: z.number().int().min(0),
});

/** A text to search by: no database finds control characters or half a surrogate pair. */
export const queryText = z.string().max(256).regex(oneLine, 'must not contain control characters');

/**
 * Returns the schema of a query in an address: repeated values of one filter are alternatives; `sort=-updatedAt,name`. A
 * misspelled filter is refused, because the list would have everything.
 */
export function httpQuerySchema(entity: AnyEntity) {
  const filters = Object.entries(entity.filters).map(([field, type]) => [field, httpFilter(type).optional()]);
  return z.strictObject({
    ...Object.fromEntries(filters),
    limit: wholeNumberText({ min: 1, max: 1000, below: schemaMessages.limitTooSmall }).default(
      Math.min(100, entity.pageLimit),
    ),
    offset: wholeNumberText({ min: 0, max: largestInt32, below: schemaMessages.offsetNegative }).default(0),
    sort: queryText
      .optional()
      .describe(`Of ${entity.sort.join(', ')}; '-' before one is descending; separated by commas`),
    ...(entity.search.length > 0 && { search: queryText.optional().describe(`Words in ${entity.search.join(', ')}`) }),
  });
}

function httpFilter(type: FilterType) {
  const one = type === 'boolean' ? z.stringbool() : type === 'number' ? decimalText(z.number()) : queryText;
  return z.union([one, z.array(one).max(1000)]);
}

/**
 * Converts the query of an HTTP request.
 * @throws ProductError invalid_parameters for an unsupported sort.
 */
export function queryOfHttp(entity: AnyEntity, input: Readonly<Record<string, unknown>>): EntityQuery {
  const { limit, offset, sort, search } = input;
  return {
    where: filtersOf(entity, input),
    search: typeof search === 'string' ? search.trim() : '',
    sort: sortOf(entity, typeof sort === 'string' ? sort.split(',') : []),
    limit: Number(limit),
    offset: Number(offset),
  };
}

function filtersOf(entity: AnyEntity, input: Readonly<Record<string, unknown>>): EntityQuery['where'] {
  const where: Record<string, readonly Scalar[]> = {};
  for (const field of Object.keys(entity.filters)) {
    const value = input[field];
    if (value === undefined) continue;
    where[field] = (Array.isArray(value) ? value : [value]).filter(isScalar);
  }
  return where;
}

export function sortOf(entity: AnyEntity, wanted: readonly string[]): readonly string[] {
  const sort = wanted.map((field) => field.trim()).filter((field) => field !== '');
  const unknown = sort.find((field) => !entity.sort.includes(field.replace(/^-/, '')));
  if (unknown === undefined) return sort.length > 0 ? sort : entity.order;
  throw new ProductError(
    'invalid_parameters',
    `A ${entity.noun} cannot be sorted by '${unknown}'. Choose from ${entity.sort.join(', ')}`,
  );
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns the value at a dotted path of a document; undefined when there is none. */
export function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** Returns the matching documents and their total count without paging. */
export function answerQuery<T extends object>(
  documents: Iterable<T>,
  entity: AnyEntity,
  { where, search, sort, limit, offset }: EntityQuery,
): { readonly items: T[]; readonly total: number } {
  const words = search.toLowerCase();
  const found = [...documents].filter(
    (document) =>
      Object.entries(where).every(([field, values]) => values.some((value) => valueAt(document, field) === value)) &&
      (words === '' || searchTextOf(entity, document).includes(words)),
  );
  found.sort((one, other) => compareBy(sort, one, other, entity.key));
  return { items: found.slice(offset, offset + limit), total: found.length };
}

/** Key of the searchable text among a document's fields. */
export const searchField = '$search';

/** Returns the searchable text in lower case. */
export function searchTextOf(entity: AnyEntity, document: object): string {
  const texts = entity.search.map((field) => valueAt(document, field));
  return texts.map((text) => (typeof text === 'string' ? startOfText(text, 1000).toLowerCase() : '')).join('\n');
}

/** Compares by the sort fields, then by the key, so that pages never overlap. */
function compareBy(sort: readonly string[], one: object, other: object, key: string): number {
  for (const field of [...sort, sort[0]?.startsWith('-') ? `-${key}` : key]) {
    const path = field.replace(/^-/, '');
    const order = compareValues(valueAt(one, path), valueAt(other, path));
    if (order !== 0) return field.startsWith('-') ? -order : order;
  }
  return 0;
}

/** Compares JSON scalars of one field in the order of Postgres: absent last, text by its code points. */
function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (!isScalar(one)) return isScalar(other) ? 1 : 0;
  if (!isScalar(other)) return -1;
  if (typeof one === typeof other) return one < other ? -1 : 1;
  return typeof one < typeof other ? -1 : 1;
}
