import { largestInt32, ProductError, wholeNumberText } from '@cellwright/domain/basics';
import { type AnyEntity, allEntities, httpQuerySchema, pluralOf, queryOfHttp } from '@cellwright/entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { EntityAccess, ShownDocument } from '../domain/entity-access.ts';
import { servedLimit } from '../domain/served-limit.ts';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes } from '../http/documents.ts';
import { emptySchema, idParams, listOf, pageQuery, versionQuery } from '../http/schemas.ts';
import { subjectOf } from '../http/subjects.ts';
import { checkAllButBody, expectedVersionOf, ifMatchHeader } from '../http/versions.ts';

/** Registers `/api/v1/cell/<entity>`: the same routes for every entity, derived from its definition. */
export async function entityRoutes(instance: FastifyInstance, access: EntityAccess): Promise<void> {
  keepBodiesAsBytes(instance);
  // Documents stay bytes: their schemas only describe them here, and their owners validate them.
  instance.setValidatorCompiler(checkAllButBody);
  for (const entity of allEntities) addRoutes(instance, entity, access);
}

type App = ReturnType<typeof withZod>;
function withZod(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

function addRoutes(instance: FastifyInstance, entity: AnyEntity, access: EntityAccess): void {
  const app = withZod(instance);
  addReads(app, entity, access);
  if (entity.singleton === undefined && entity.may.create !== 'nobody') addCreate(app, entity, access);
  if (entity.may.patch !== 'nobody') addSaves(app, entity, access);
  if (entity.singleton === undefined && entity.may.remove !== 'nobody') addRemove(app, entity, access);
  if (entity.may.create !== 'nobody' && entity.may.remove !== 'nobody') addRestore(app, entity, access);
  if (entity.history === 'versions') addVersions(app, entity, access);
}

/** Returns the tag, the path and the responses that all routes of an entity share. */
function commonOf(entity: AnyEntity) {
  const plural = pluralOf(entity.noun);
  const tags = [capitalise(plural)];
  return { tags, path: `/${entity.path}`, noun: entity.noun, plural, answer: { 200: entity.answer } };
}

function addReads(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun, plural, answer } = commonOf(entity);
  const querystring = httpQuerySchema(entity);
  app.get(
    path,
    {
      schema: {
        tags,
        summary: `List ${plural}`,
        description: entity.description,
        querystring,
        response: { 200: listOf(entity.listed) },
      },
    },
    async (request, reply) => {
      const query = queryOfHttp(entity, { ...request.query });
      const { items, total } = await access.find(entity, query, subjectOf(request.identity));
      const pagination = JSON.stringify({
        total,
        limit: servedLimit(query, items.length, total),
        offset: query.offset,
      });
      return sendJson(reply, joinDocuments(items, `],"pagination":${pagination}}`));
    },
  );
  const schema = {
    tags,
    summary: `Get a ${noun}`,
    params: idParams,
    querystring: entity.history === 'versions' ? versionQuery : z.object({}),
    response: answer,
  };
  app.get(`${path}/:id`, { schema }, async (request, reply) => {
    const version = 'version' in request.query ? Number(request.query.version) || undefined : undefined;
    return sendDocument(reply, await access.get(entity, request.params.id, version, subjectOf(request.identity)));
  });
}

function addCreate(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun, answer } = commonOf(entity);
  const schema = { tags, summary: `Create a ${noun}`, body: entity.create, response: answer };
  app.post(path, { schema }, async (request, reply) => {
    const json = bodyBytes(request.body);
    return sendDocument(
      reply,
      await access.create(entity, json, subjectOf(request.identity), idempotencyKeyOf(request)),
    );
  });
}

function addSaves(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun, answer } = commonOf(entity);
  const shared = { tags, params: idParams, headers: ifMatchHeader, response: answer };
  const save = (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply, isMerge: boolean) => {
    const { id } = request.params;
    const expectedVersion = expectedVersionOf(request);
    if (!isMerge && expectedVersion === undefined) requireMatch();
    const change = { json: bodyBytes(request.body), isMerge, expectedVersion: expectedVersion || undefined };
    return access
      .save(entity, id, change, subjectOf(request.identity), idempotencyKeyOf(request))
      .then((document) => sendDocument(reply, document));
  };
  app.patch(
    `${path}/:id`,
    {
      schema: {
        ...shared,
        summary: `Change a ${noun}`,
        description: 'A JSON merge patch: only the given fields change, null removes a field.',
        body: entity.patch,
      },
    },
    (request, reply) => save(request, reply, true),
  );
  app.put(
    `${path}/:id`,
    {
      schema: {
        ...shared,
        summary: `Save a ${noun}`,
        description: 'Replaces the document. The If-Match header has the version that was changed.',
        body: entity.create,
      },
    },
    (request, reply) => save(request, reply, false),
  );
}

function addRemove(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun } = commonOf(entity);
  const schema = {
    tags,
    summary: `Remove a ${noun}`,
    description: 'It can be restored later.',
    params: idParams,
    headers: ifMatchHeader,
    response: { 200: emptySchema },
  };
  app.delete(`${path}/:id`, { schema }, async (request) => {
    const expected = expectedVersionOf(request) || undefined;
    await access.remove(entity, request.params.id, expected, subjectOf(request.identity), idempotencyKeyOf(request));
    return {};
  });
}

function addRestore(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun, answer } = commonOf(entity);
  const schema = { tags, summary: `Restore a removed ${noun}`, params: idParams, response: answer };
  app.post(`${path}/:id/restore`, { schema }, async (request, reply) => {
    const { id } = request.params;
    return sendDocument(
      reply,
      await access.restore(entity, id, undefined, subjectOf(request.identity), idempotencyKeyOf(request)),
    );
  });
  app.get(
    `${path}/:id/uses`,
    {
      schema: {
        tags,
        summary: `List the uses of a ${noun}`,
        params: idParams,
        response: {
          200: z.object({ items: z.array(z.object({ entity: z.string(), id: z.string(), name: z.string() })) }),
        },
      },
    },
    async (request) => ({ items: await access.uses(entity, request.params.id, subjectOf(request.identity)) }),
  );
}

function addVersions(app: App, entity: AnyEntity, access: EntityAccess): void {
  const { tags, path, noun, answer } = commonOf(entity);
  const versionSchema = z.object({
    version: z.number(),
    savedAt: z.string(),
    savedByID: z.string(),
    savedByName: z.string(),
  });
  app.get(
    `${path}/:id/versions`,
    {
      schema: {
        tags,
        summary: `List the versions of a ${noun}, newest first`,
        params: idParams,
        querystring: pageQuery,
        response: { 200: listOf(versionSchema) },
      },
    },
    async (request) => {
      const { items, total } = await access.versions(
        entity,
        request.params.id,
        request.query,
        subjectOf(request.identity),
      );
      return { items, pagination: { total, ...request.query } };
    },
  );
  const params = idParams.extend({ version: wholeNumberText({ min: 1, max: largestInt32 }) });
  app.post(
    `${path}/:id/versions/:version/restore`,
    { schema: { tags, summary: `Make an earlier version of a ${noun} the newest`, params, response: answer } },
    async (request, reply) => {
      const { id, version } = request.params;
      const subject = subjectOf(request.identity);
      return sendDocument(reply, await access.restore(entity, id, version, subject, idempotencyKeyOf(request)));
    },
  );
}

function requireMatch(): never {
  throw new ProductError(
    'request_failed_validation',
    'Send the If-Match header with the version that you changed (its ETag), so that no other change is lost',
  );
}

function sendDocument(reply: FastifyReply, { json, version }: ShownDocument) {
  void reply.header('etag', `"${version}"`);
  return sendJson(reply, json);
}

/** Short responses are sent as text: together with their head in one write. */
const textBytes = 2048;

function sendJson(reply: FastifyReply, json: Uint8Array) {
  const { buffer, byteOffset, byteLength } = json;
  const body = byteLength > textBytes ? json : Buffer.from(buffer, byteOffset, byteLength).toString();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Joins `{"items":[…` and the end, without parsing a document. */
function joinDocuments(items: readonly ShownDocument[], end: string): Buffer {
  const comma = Buffer.from(',');
  const parts = items.flatMap(({ json }, index) => (index === 0 ? [json] : [comma, json]));
  return Buffer.concat([Buffer.from('{"items":['), ...parts, Buffer.from(end)]);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
