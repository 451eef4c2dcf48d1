import { type CallDefinition, fillPath, placeOf } from '@cellwright/calls';
import type * as z from 'zod';
import type { Http } from './http.ts';

export interface CallOptions {
  /** Body of a call with a document; a string is sent as JSON text, bytes are sent unchanged. */
  readonly document?: unknown;
  /** Default: a new key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

const base = '/api/v1/cell';

/** Time that the answer of the cell needs after the deadline of a call, ms. */
const travelMS = 5000;

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
  const carriedBy = (place: ReturnType<typeof placeOf>) =>
    Object.entries(fields).filter(([name]) => placeOf(definition, name) === place);
  const body = Object.fromEntries(carriedBy('body'));
  return http.request(method, `${base}${fillPath(path, fields)}`, {
    ...options,
    schema: definition.output,
    deadlineMS: definition.deadlineMS + travelMS,
    query: queryOf(carriedBy('querystring')),
    ...(Object.keys(body).length > 0 && { body }),
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
