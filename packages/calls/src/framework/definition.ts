import type { Permission } from '@cellwright/domain/cell';
import type * as z from 'zod';
import { parametersOf } from './path.ts';

/** Services that handle calls over gRPC. */
export const serviceOwners = [
  'dry-run',
  'equipment',
  'hub',
  'identity',
  'library',
  'routine-runner',
  'software-update',
] as const;
export type ServiceOwner = (typeof serviceOwners)[number];

/** The gateway handles calls that join data of several services; they have no gRPC method. */
export const callOwners = ['gateway', ...serviceOwners] as const;
export type CallOwner = (typeof callOwners)[number];

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Audit entry that the owner of a call writes in the transaction of the act: `scope.describeAct()`. */
export interface CallAudit {
  /** 'people.signOut'. */
  readonly action: string;
  /** Template of input fields in the path: 'users/:id'. Default: the user who is the subject. */
  readonly target?: string;
}

/**
 * Required access: none, any signed-in caller, only a user or token with a permission, or a person who unlocked the
 * control panel with the PIN (never a developer token).
 */
export type CallAccess = 'public' | 'signedIn' | 'controlPanelPIN' | Permission;

/** Definition of a call of the cell. Everything else is derived from it: see docs/add-a-call.md. */
export interface CallSpec<Input extends z.ZodObject, Output extends z.ZodType> {
  /** Name in gRPC, in traces, metrics and on the command line; camelCase and unique: 'describeChanges'. */
  readonly name: string;
  /** The service that handles it. */
  readonly owner: CallOwner;
  /** Section of the API documentation. */
  readonly section: string;
  readonly summary: string;
  readonly description?: string;
  /** Path below /api/v1/cell; parameters are fields of the input: '/routines/:id/changes'. */
  readonly http: { readonly method: CallMethod; readonly path: `/${string}` };
  /** Fields that are not in the path are in the query of GET and DELETE, else in the body. */
  readonly input: Input;
  /** Schema of a body that is too large for the gateway's event loop: passed on as bytes, and parsed by the owner. */
  readonly document?: z.ZodType;
  /** Content types of a document that is not JSON. */
  readonly documentTypes?: readonly string[];
  readonly output: Output;
  /** 'public' needs no session and refuses pages of another origin. */
  readonly access: CallAccess;
  /** Refuses developer tokens: only the session of a signed-in user can make the call. */
  readonly needsPerson?: true;
  /**
   * 'atMostOnce' takes an `Idempotency-Key`: a request that is repeated with it gets the first answer. 'eachTime' has its
   * effect with every request.
   */
  readonly effect: 'none' | 'eachTime' | 'atMostOnce';
  /** Default: only those of the changed documents. */
  readonly audit?: CallAudit;
  /**
   * 'robot' for a call about a robot. Its field `robotKind` is named by the path, else by the query or the header
   * `robot-kind`; default simulated. 'run' for a call about the robot that played the run of the field `id`.
   */
  readonly scope?: 'robot' | 'run';
  /** Signs the caller in: the owner returns a session, and the gateway sets its cookie. */
  readonly startsSession?: true;
  /** Acquires control of the robot if it is free. Refused while another client has control. */
  readonly lease?: true;
  /**
   * Offers the call to language models as a tool at /mcp. Default: it is not offered. 'propose' may store a draft, because
   * only a person's decision makes it effective; calls that decide have `needsPerson` and are never offered.
   */
  readonly agent?: 'read' | 'validate' | 'dryRun' | 'propose';
  /** Time from the request to its response, ms. Default 5000. */
  readonly deadlineMS?: number;
}

export interface CallDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType>
  extends CallSpec<Input, Output> {
  readonly deadlineMS: number;
  /** Names of the fields in the path. */
  readonly pathFields: readonly string[];
}

/** Returns the part of an HTTP request that carries a field of the input. */
export function placeOf(call: CallDefinition, field: string): 'params' | 'querystring' | 'body' {
  if (call.pathFields.includes(field)) return 'params';
  const isQuery = !hasBody(call) || call.document !== undefined || (call.scope === 'robot' && field === 'robotKind');
  return isQuery ? 'querystring' : 'body';
}

/** True if the method of a call can carry a body. */
function hasBody({ http }: Pick<CallDefinition, 'http'>): boolean {
  return http.method !== 'GET' && http.method !== 'DELETE';
}

/**
 * Defines a call; add it to the map of its owner in calls.ts.
 * @throws Error if the definition contradicts itself.
 */
export function defineCall<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: CallSpec<Input, Output>,
): CallDefinition<Input, Output> {
  const pathFields = parametersOf(spec.http.path);
  const problem = findProblem(spec, pathFields);
  if (problem !== undefined) throw new Error(`The call ${spec.name} ${problem}`);
  return { ...spec, deadlineMS: spec.deadlineMS ?? 5000, pathFields };
}

function findProblem(spec: CallSpec<z.ZodObject, z.ZodType>, pathFields: readonly string[]): string | undefined {
  const { http, input, audit, effect } = spec;
  const unknown = pathFields.find((field) => !Object.hasOwn(input.shape, field));
  if (unknown !== undefined) return `has no input field for the parameter :${unknown} of its path`;
  const missing = parametersOf(audit?.target ?? '').find((field) => !pathFields.includes(field));
  if (missing !== undefined) return `names the target of its audit entry by :${missing}, which is not in its path`;
  if (!/^[a-z][A-Za-z0-9]*$/.test(spec.name)) return 'needs a name in camelCase';
  if (spec.document && !hasBody(spec)) return `takes a document, which ${http.method} cannot carry`;
  if (effect !== 'none' && http.method === 'GET') return 'has an effect, which GET must not have';
  if (audit && effect === 'none') return 'has an audit entry, but no effect';
  if (spec.scope === 'robot' && !Object.hasOwn(input.shape, 'robotKind'))
    return 'is about a robot, but has no robotKind';
  if (spec.scope === 'run' && !Object.hasOwn(input.shape, 'id')) return 'is about a run, but has no id';
  if (spec.startsSession && spec.access !== 'public') return 'starts a session, but is not public';
  if (spec.lease && !spec.scope) return 'needs control of a robot, but is not about one';
  if (spec.agent && (spec.lease || (effect !== 'none' && spec.agent !== 'propose')))
    return 'is offered to language models, but has an effect';
  if (spec.agent && (spec.needsPerson || spec.access === 'controlPanelPIN'))
    return 'is offered to language models, but needs a person';
  return undefined;
}
