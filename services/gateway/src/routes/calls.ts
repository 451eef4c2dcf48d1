import { allCalls, type CallDefinition, hasBody } from '@cellwright/calls';
import type { Permission } from '@cellwright/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { authorOf, idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes, sendJsonText } from '../http/documents.ts';
import { checkAllButBody } from '../http/versions.ts';
import type { CallClients } from '../rpc/clients.ts';
import { requireConfirmation } from '../rpc/unconfirmed.ts';

/** Permissions that calls ask for; undefined for what everyone who is signed in may do. */
export const callPermissions: readonly (Permission | undefined)[] = [
  ...new Set(allCalls.map(({ access }) => permissionOf(access))),
];

function permissionOf(access: CallDefinition['access']): Permission | undefined {
  return access === 'signedIn' ? undefined : access;
}

/** `/api/v1/cell`: the calls that need a permission. */
export async function callRoutes(
  app: FastifyInstance,
  { calls, permission }: { readonly calls: CallClients; readonly permission: Permission | undefined },
): Promise<void> {
  const own = allCalls.filter(({ access }) => permissionOf(access) === permission);
  for (const call of own.filter(({ document }) => !document)) addRoute(app, calls, call);
  await app.register(async (scope) => {
    keepBodiesAsBytes(scope);
    scope.setValidatorCompiler(checkAllButBody);
    for (const call of own.filter(({ document }) => document)) addRoute(scope, calls, call);
  });
}

function addRoute(app: FastifyInstance, calls: CallClients, call: CallDefinition): void {
  const { section, summary, description, http, output } = call;
  app.route({
    method: http.method,
    url: http.path,
    schema: {
      tags: [section],
      summary,
      ...(description !== undefined && { description }),
      ...schemasOf(call),
      response: { 200: output },
    },
    handler: async (request, reply) => {
      const idempotencyKey = call.effect === 'atMostOnce' ? idempotencyKeyOf(request) : '';
      const sending = calls[call.owner].send(call, {
        input: inputOf(request, call),
        document: call.document ? bodyBytes(request.body) : Buffer.alloc(0),
        author: authorOf(request),
        idempotencyKey,
      });
      const json = call.effect === 'none' ? await sending : await requireConfirmation(idempotencyKey, sending);
      return sendJsonText(reply, json);
    },
  });
}

/** Input fields where the request carries them. */
function schemasOf({ input, pathFields, http, document }: CallDefinition) {
  const entries = Object.entries(input.shape);
  const params = entries.filter(([name]) => pathFields.includes(name));
  const others = entries.filter(([name]) => !pathFields.includes(name));
  const rest = z.strictObject(Object.fromEntries(others));
  const place = hasBody({ http }) && !document ? 'body' : 'querystring';
  return {
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(others.length > 0 && { [place]: rest }),
    ...(document && { body: document }),
  };
}

function inputOf({ params, query, body }: FastifyRequest, { document, http }: CallDefinition) {
  const carried = hasBody({ http }) && !document ? body : query;
  return { ...fieldsOf(carried), ...fieldsOf(params) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
