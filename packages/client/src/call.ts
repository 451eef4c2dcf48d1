import { type CallDefinition, fillPath, hasBody } from '@cellwright/calls';
import type * as z from 'zod';
import type { Http } from './http.ts';

export interface CallOptions {
  /** Body of a call with a document; a string is taken for JSON text already. */
  readonly document?: unknown;
  /** Default: a key of its own. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

const base = '/api/v1/cell';

/**
 * Makes a call of packages/calls.
 * @throws ProductError with a code of the error table.
 */
export function callCell<Input extends z.ZodObject, Output>(
  http: Http,
  definition: CallDefinition<Input, z.ZodType<Output>>,
  input: z.input<Input>,
  { document, ...options }: CallOptions = {},
): Promise<Output> {
  const { method, path } = definition.http;
  const fields: Readonly<Record<string, unknown>> = { ...input };
  const rest = Object.entries(fields).filter(([name]) => !definition.pathFields.includes(name));
  const carriesFields = hasBody(definition) && !definition.document;
  return http.request(method, `${base}${fillPath(path, fields)}`, {
    ...options,
    schema: definition.output,
    deadlineMS: definition.deadlineMS,
    ...(carriesFields ? { body: Object.fromEntries(rest) } : { query: queryOf(rest) }),
    ...(definition.document && { body: document }),
  });
}

function queryOf(fields: readonly (readonly [string, unknown])[]) {
  return Object.fromEntries(
    fields.filter((field): field is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof field[1]),
    ),
  );
}
