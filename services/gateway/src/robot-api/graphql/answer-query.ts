import { ProductError } from '@cellwright/domain/basics';
import type { AskedField, Query } from './read-query.ts';

/** Executes one operation; it checks its arguments itself. */
export type Resolver = (args: Readonly<Record<string, unknown>>) => Promise<unknown>;
export interface Resolvers {
  readonly query: Readonly<Record<string, Resolver>>;
  readonly mutation: Readonly<Record<string, Resolver>>;
}

export interface QueryAnswer {
  readonly data: Record<string, unknown>;
  readonly errors?: { message: string; path: string[] }[];
}

/** Executes the operations of a query one after the other; a failed one yields null and an error. */
export async function answerQuery({ kind, fields }: Query, resolvers: Resolvers): Promise<QueryAnswer> {
  const data: [string, unknown][] = [];
  const errors: { message: string; path: string[] }[] = [];
  for (const field of fields) {
    try {
      data.push([field.key, await answerField(field, kind, resolvers[kind])]);
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      data.push([field.key, null]);
      errors.push({ message: error.message, path: [field.key] });
    }
  }
  return { data: Object.fromEntries(data), ...(errors.length > 0 && { errors }) };
}

async function answerField(field: AskedField, kind: Query['kind'], resolvers: Resolvers[Query['kind']]) {
  if (field.name === '__typename') return kind === 'query' ? 'Query' : 'Mutation';
  const resolve = Object.hasOwn(resolvers, field.name) ? resolvers[field.name] : undefined;
  if (!resolve) throw new ProductError('not_found', `There is no ${kind} ${field.name}`);
  return choose(await resolve(field.args), field);
}

/** Selects the requested fields of a value. */
function choose(value: unknown, field: AskedField): unknown {
  if (Array.isArray(value)) return value.map((each) => choose(each, field));
  if (typeof value !== 'object' || value === null || !field.fields) return value;
  const chosen = field.fields.map((asked) => {
    if (asked.name === '__typename') return [asked.key, 'Object'];
    if (!Object.hasOwn(value, asked.name)) {
      throw new ProductError('not_found', `${field.name} has no field ${asked.name}`);
    }
    return [asked.key, choose(Reflect.get(value, asked.name), asked)];
  });
  return Object.fromEntries(chosen);
}
