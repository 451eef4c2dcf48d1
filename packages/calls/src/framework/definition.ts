import type { Permission } from '@cellwright/domain';
import type * as z from 'zod';
import { parametersOf } from './path.ts';

/** Services that answer calls. */
export const callOwners = ['library'] as const;
export type CallOwner = (typeof callOwners)[number];

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call of the cell. Everything else follows from it: see docs/add-a-call.md. */
export interface CallSpec<Input extends z.ZodObject, Output extends z.ZodType> {
  /** Name in gRPC, in traces, metrics and on the command line; camelCase and unique: 'describeChanges'. */
  readonly name: string;
  /** The service that answers it. */
  readonly owner: CallOwner;
  /** Section of the API's page. */
  readonly section: string;
  readonly summary: string;
  readonly description?: string;
  /** Path below /api/v1/cell; parameters are fields of the input: '/routines/:id/changes'. */
  readonly http: { readonly method: CallMethod; readonly path: `/${string}` };
  /** Fields that are not in the path are in the query of GET and DELETE, else in the body. */
  readonly input: Input;
  /** Body that is too large for the gateway's event loop: passed on as bytes, and parsed by the owner. */
  readonly document?: z.ZodType;
  readonly output: Output;
  /** The permission that a caller needs; 'signedIn' for none. */
  readonly access: 'signedIn' | Permission;
  /** 'atMostOnce' takes an `Idempotency-Key`: a request that is repeated with it gets the first answer. */
  readonly effect: 'none' | 'atMostOnce';
  /** Time from the request to its answer, ms. Default 5000. */
  readonly deadlineMS?: number;
}

export interface CallDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType>
  extends CallSpec<Input, Output> {
  readonly deadlineMS: number;
  /** Names of the fields that the path carries. */
  readonly pathFields: readonly string[];
}

/** True if the method of a call can carry a body. */
export const hasBody = ({ http }: Pick<CallDefinition, 'http'>): boolean =>
  http.method !== 'GET' && http.method !== 'DELETE';

/**
 * Defines a call; add it to the map of its owner in calls.ts.
 * @throws Error if the definition contradicts itself.
 */
export function defineCall<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: CallSpec<Input, Output>,
): CallDefinition<Input, Output> {
  const pathFields = parametersOf(spec.http.path);
  const fail = (reason: string) => new Error(`The call ${spec.name} ${reason}`);
  const unknown = pathFields.find((field) => !Object.hasOwn(spec.input.shape, field));
  if (unknown !== undefined) throw fail(`has no input field for the parameter :${unknown} of its path`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(spec.name)) throw fail('needs a name in camelCase');
  if (spec.document && !hasBody(spec)) throw fail(`takes a document, which ${spec.http.method} cannot carry`);
  if (spec.effect === 'atMostOnce' && spec.http.method === 'GET') throw fail('has an effect, which GET must not have');
  return { ...spec, deadlineMS: spec.deadlineMS ?? 5000, pathFields };
}
