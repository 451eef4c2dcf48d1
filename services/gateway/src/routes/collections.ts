import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes, sendDocument, sendJsonText } from '../http/documents.ts';
import {
  documentSchema,
  emptySchema,
  expectedVersionQuery,
  idParams,
  listOf,
  pageQuery,
  searchText,
  versioned,
} from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

interface StoredDocument {
  readonly json: Uint8Array;
  readonly version: number;
}

/** What a collection of small documents can do, whichever service keeps it. */
export interface Collection {
  readonly path: string;
  /** 'space item': for texts; `field` names it in answers. */
  readonly noun: string;
  readonly field: string;
  readonly tag: string;
  list(page: { limit: number; offset: number }, kind: string): Promise<{ items: StoredDocument[]; total: number }>;
  get(id: string): Promise<StoredDocument | undefined>;
  create(json: Buffer, idempotencyKey: string): Promise<StoredDocument | undefined>;
  save(id: string, json: Buffer, expectedVersion: number, idempotencyKey: string): Promise<StoredDocument | undefined>;
  delete(id: string, idempotencyKey: string): Promise<void>;
}

/** The five routes of a collection. */
export async function collectionRoutes(instance: FastifyInstance, collection: Collection): Promise<void> {
  const { path, noun, field } = collection;
  const tags = [collection.tag];
  keepBodiesAsBytes(instance);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const listQuery = pageQuery.extend({ kind: searchText });
  const answer = { 200: versioned(field) };
  const listSchema = {
    tags,
    summary: `List ${noun}s`,
    querystring: listQuery,
    response: { 200: listOf(versioned(field)) },
  };

  app.get(path, { schema: listSchema }, async ({ query }, reply) => {
    const { kind, ...page } = query;
    const { items, total } = await collection.list(page, kind);
    const texts = items.map(
      ({ json, version }) => `{"version":${version},"${field}":${Buffer.from(json).toString('utf8')}}`,
    );
    return sendJsonText(
      reply,
      Buffer.from(`{"items":[${texts.join(',')}],"pagination":${JSON.stringify({ total, ...page })}}`),
    );
  });
  app.post(
    path,
    { schema: { tags, summary: `Create a ${noun}`, body: documentSchema, response: answer } },
    async (request, reply) =>
      sendDocument(reply, field, await collection.create(bodyBytes(request.body), idempotencyKeyOf(request))),
  );
  app.get(
    `${path}/:id`,
    { schema: { tags, summary: `Get a ${noun}`, params: idParams, response: answer } },
    async ({ params }, reply) => sendDocument(reply, field, await collection.get(params.id)),
  );
  app.put(
    `${path}/:id`,
    {
      schema: {
        tags,
        summary: `Save a ${noun}`,
        params: idParams,
        querystring: expectedVersionQuery,
        body: documentSchema,
        response: answer,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { expectedVersion } = request.query;
      return sendDocument(
        reply,
        field,
        await collection.save(id, bodyBytes(request.body), expectedVersion, idempotencyKeyOf(request)),
      );
    },
  );
  app.delete(
    `${path}/:id`,
    { schema: { tags, summary: `Delete a ${noun}`, params: idParams, response: { 200: emptySchema } } },
    async (request) => {
      await collection.delete(request.params.id, idempotencyKeyOf(request));
      return {};
    },
  );
}

export function spaceItemCollection(library: Clients['library']): Collection {
  return {
    path: '/space-items',
    noun: 'space item',
    field: 'spaceItem',
    tag: 'Space items',
    list: (page, kind) => library.listSpaceItems({ page, kind }),
    get: async (id) => (await library.getSpaceItem({ id })).item,
    create: async (itemJson, idempotencyKey) => (await library.createSpaceItem({ itemJson, idempotencyKey })).item,
    save: async (id, itemJson, expectedVersion, idempotencyKey) =>
      (await library.saveSpaceItem({ id, itemJson, expectedVersion, idempotencyKey })).item,
    delete: async (id, idempotencyKey) => void (await library.deleteSpaceItem({ id, idempotencyKey })),
  };
}

export function variableCollection(library: Clients['library']): Collection {
  return {
    path: '/variables',
    noun: 'variable',
    field: 'variable',
    tag: 'Variables',
    list: (page) => library.listVariables({ page }),
    get: async (id) => (await library.getVariable({ id })).variable,
    create: async (variableJson, idempotencyKey) =>
      (await library.createVariable({ variableJson, idempotencyKey })).variable,
    save: async (id, variableJson, expectedVersion, idempotencyKey) =>
      (await library.saveVariable({ id, variableJson, expectedVersion, idempotencyKey })).variable,
    delete: async (id, idempotencyKey) => void (await library.deleteVariable({ id, idempotencyKey })),
  };
}
