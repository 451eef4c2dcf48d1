import {
  allCalls,
  type CallAccess,
  type CallDefinition,
  type CallsOf,
  placeOf,
  strictInputOf,
} from '@cellwright/calls';
import { maxDocumentBytes, ProductError } from '@cellwright/domain/basics';
import { robotKindSchema } from '@cellwright/domain/robot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { bodyBytes, keepBodiesAsBytes, sendJsonText } from '../http/documents.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { requireNoFields } from '../http/unknown-query.ts';
import { checkAllButBody } from '../http/versions.ts';
import { refusalSchema } from '../robot-api/room.ts';
import { callAuthorOf } from '../rpc/call-author.ts';
import { type CallAnswer, type MakeCallDeps, makeCall } from '../rpc/make-call.ts';

export interface CallRouteDeps extends MakeCallDeps {
  /** Work of the gateway between the response of an owner and that of the route. */
  readonly afterCalls: AfterCalls;
}

type AfterCall = (request: FastifyRequest, reply: FastifyReply, answer: CallAnswer) => Promise<void>;
export interface AfterCalls {
  /** Handles the response of calls that sign their caller in. */
  readonly startsSession: AfterCall;
  readonly named: { readonly [Name in keyof CallsOf<'identity'>]?: AfterCall };
}

const refusal = refusalSchema.extend({ details: z.unknown().optional() });
/** Errors of a robot or device that is not ready, or unavailable. */
const robotRefusals = { 500: refusal, 503: refusal } as const;

/** Access rules of all calls. */
export const callAccesses: readonly CallAccess[] = [...new Set(allCalls.map(({ access }) => access))];

/** Registers `/api/v1/cell`: the calls with an access rule. */
export async function callRoutes(app: FastifyInstance, deps: CallRouteDeps, access: CallAccess): Promise<void> {
  const own = allCalls.filter((call) => call.access === access);
  const add = (scope: FastifyInstance, calls: readonly CallDefinition[]) => {
    for (const call of calls) addRoute(scope, deps, call);
  };
  add(
    app,
    own.filter(({ document }) => !document),
  );
  await app.register(async (scope) => {
    keepBodiesAsBytes(scope);
    scope.setValidatorCompiler(checkAllButBody);
    add(
      scope,
      own.filter(({ document, documentTypes }) => document && !documentTypes),
    );
  });
  for (const call of own.filter(({ documentTypes }) => documentTypes)) {
    await app.register(async (scope) => {
      keepFiles(scope, call.documentTypes ?? []);
      scope.setValidatorCompiler(checkAllButBody);
      add(scope, [call]);
    });
  }
}

/** Accepts files of these types as bodies inside this plugin. An empty one is rejected. */
function keepFiles(app: FastifyInstance, contentTypes: readonly string[]): void {
  app.removeAllContentTypeParsers();
  const limits = { parseAs: 'buffer', bodyLimit: maxDocumentBytes } as const;
  app.addContentTypeParser([...contentTypes], limits, (_request, body, done) => done(null, body));
  app.addHook('preHandler', async ({ body }) => {
    if (bodyBytes(body).length === 0) throw new ProductError('request_failed_validation', 'Send the file as the body');
  });
}

function addRoute(app: FastifyInstance, deps: CallRouteDeps, call: CallDefinition): void {
  const { section, summary, http, output, documentTypes } = call;
  const afterCall = afterCallOf(call, deps.afterCalls);
  const bodyFields = fieldsAt(call, 'body');
  app.route({
    method: http.method,
    url: http.path,
    config: { acceptsUnknownQuery: call.startsSession === true },
    schema: {
      tags: [section],
      ...(call.access === 'public' && { security: [] }),
      summary,
      ...describe(call),
      ...(documentTypes && { consumes: [...documentTypes] }),
      ...schemasOf(call),
      response: { 200: output, ...(call.scope && robotRefusals) },
    },
    preValidation: async (request) => {
      if (call.document) return;
      // Without required fields, a request needs no body.
      if (request.body === undefined && bodyFields.every(isOptional)) request.body = {};
      if (bodyFields.length === 0 && !call.startsSession) requireNoFields(request.body);
    },
    handler: async (request, reply) => {
      const answer = await makeCall(call, deps, {
        input: inputOf(request, call),
        robotKind: call.scope === 'robot' ? robotKindOf(request) : undefined,
        document: call.document && bodyBytes(request.body),
        author: callAuthorOf(request),
        idempotencyKey: call.effect === 'atMostOnce' ? idempotencyKeyOf(request) : '',
        signal: disconnectSignal(reply),
      });
      await afterCall?.(request, reply, answer);
      if (answer.version > 0) void reply.header('etag', `"${answer.version}"`);
      return sendJsonText(reply, answer.outputJson);
    },
  });
}

function afterCallOf({ name, startsSession }: CallDefinition, afterCalls: AfterCalls): AfterCall | undefined {
  if (startsSession) return afterCalls.startsSession;
  return new Map<string, AfterCall | undefined>(Object.entries(afterCalls.named)).get(name);
}

function describe({ description, lease }: CallDefinition): { description?: string } {
  const note = lease && 'Acquires control of the robot if it is free. Refused while another client has control.';
  const text = [description, note].filter((part) => part !== undefined).join(' ');
  return text === '' ? {} : { description: text };
}

type Place = ReturnType<typeof placeOf>;
type Field = readonly [name: string, schema: z.core.$ZodType];

function fieldsAt(call: CallDefinition, place: Place): readonly Field[] {
  const { shape } = strictInputOf(call);
  const fields: readonly Field[] = Object.entries(shape).filter(([name]) => placeOf(call, name) === place);
  if (call.scope !== 'robot' || place !== 'querystring') return fields;
  // Without a default, so that the header is used.
  return fields.map(([name, schema]) => [name, name === 'robotKind' ? robotKindSchema.optional() : schema]);
}

function isOptional([, schema]: Field): boolean {
  return z.safeParse(schema, undefined).success;
}

/** Returns the schemas of the input fields by their place in the request. */
function schemasOf(call: CallDefinition) {
  const shapeAt = (place: Place) => Object.fromEntries(fieldsAt(call, place));
  // Signing in never fails because of an unknown field.
  const restAt = (place: Place) => (call.startsSession ? z.object(shapeAt(place)) : z.strictObject(shapeAt(place)));
  const schemas = { params: z.object(shapeAt('params')), querystring: restAt('querystring'), body: restAt('body') };
  const used = Object.entries(schemas).filter(([, { shape }]) => Object.keys(shape).length > 0);
  return { ...Object.fromEntries(used), ...(call.document && { body: call.document }) };
}

function inputOf({ params, query, body }: FastifyRequest, { document }: CallDefinition) {
  return { ...(!document && fieldsOf(body)), ...fieldsOf(query), ...fieldsOf(params) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
