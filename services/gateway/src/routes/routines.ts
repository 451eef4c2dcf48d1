import { type Problem, problemSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authorOf, idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes, sendDocument, sendJsonText } from '../http/documents.ts';
import {
  documentSchema,
  emptySchema,
  expectedVersionQuery,
  idParams,
  listOf,
  pageQuery,
  problemsSchema,
  versioned,
  versionQuery,
} from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Routines'];

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.number(),
  isTemplate: z.boolean(),
  isNew: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  createdByName: z.string(),
});

const importedSchema = z.object({
  routineID: z.string(),
  version: z.number(),
  created: z.boolean(),
  remappedIds: z.record(z.string(), z.string()),
  missing: z.array(z.string()).describe('What the routine needs and the cell lacks'),
  problems: z.array(problemSchema),
});

const routineAnswer = versioned('routine');

/** `/api/v1/cell/routines`: every save is a version; a save names the version it was made from. */
export async function routineRoutes(instance: FastifyInstance, { library }: Pick<Clients, 'library'>): Promise<void> {
  keepBodiesAsBytes(instance);
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/routines',
    {
      schema: {
        tags,
        summary: 'List routines, newest first',
        querystring: pageQuery,
        response: { 200: listOf(summarySchema) },
      },
    },
    async ({ query }) => {
      const { items, total } = await library.listRoutines({ page: query });
      return { items, pagination: { total, ...query } };
    },
  );
  app.post(
    '/routines',
    { schema: { tags, summary: 'Create a routine', body: documentSchema, response: { 200: routineAnswer } } },
    async (request, reply) => {
      const { routine } = await library.createRoutine({
        routineJson: bodyBytes(request.body),
        author: authorOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      });
      return sendDocument(reply, 'routine', routine);
    },
  );
  app.get(
    '/routines/:id',
    {
      schema: {
        tags,
        summary: 'Get a routine, the newest version or the one asked for',
        params: idParams,
        querystring: versionQuery,
        response: { 200: routineAnswer },
      },
    },
    async ({ params, query }, reply) => {
      const { routine } = await library.getRoutine({ id: params.id, version: query.version ?? 0 });
      return sendDocument(reply, 'routine', routine);
    },
  );
  app.put(
    '/routines/:id',
    {
      schema: {
        tags,
        summary: 'Save a routine',
        params: idParams,
        querystring: expectedVersionQuery,
        body: documentSchema,
        response: { 200: routineAnswer },
      },
    },
    async (request, reply) => {
      const { routine } = await library.saveRoutine({
        id: request.params.id,
        routineJson: bodyBytes(request.body),
        expectedVersion: request.query.expectedVersion,
        author: authorOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      });
      return sendDocument(reply, 'routine', routine);
    },
  );
  app.delete(
    '/routines/:id',
    {
      schema: {
        tags,
        summary: 'Delete a routine; its versions stay',
        params: idParams,
        response: { 200: emptySchema },
      },
    },
    async (request) => {
      await library.deleteRoutine({ id: request.params.id, idempotencyKey: idempotencyKeyOf(request) });
      return {};
    },
  );
  addVersionRoutes(app, library);
  addFileRoutes(app, library);
}

type App = ReturnType<typeof withZod>;
function withZod(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

function addVersionRoutes(app: App, library: Clients['library']): void {
  const versionSchema = z.object({ version: z.number(), savedAt: z.string(), savedByName: z.string() });
  app.get(
    '/routines/:id/versions',
    {
      schema: {
        tags,
        summary: 'List the versions of a routine',
        params: idParams,
        querystring: pageQuery,
        response: { 200: listOf(versionSchema) },
      },
    },
    async ({ params, query }) => {
      const { items, total } = await library.listRoutineVersions({ id: params.id, page: query });
      return { items, pagination: { total, ...query } };
    },
  );
}

function addFileRoutes(app: App, library: Clients['library']): void {
  app.post(
    '/routines/import',
    { schema: { tags, summary: 'Import a routine file', body: documentSchema, response: { 200: importedSchema } } },
    async (request) => {
      const { routineId, problemsJson, ...outcome } = await library.importRoutine({
        fileJson: bodyBytes(request.body),
        author: authorOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      });
      return { ...outcome, routineID: routineId, problems: parseProblems(problemsJson) };
    },
  );
  app.get(
    '/routines/:id/export',
    { schema: { tags, summary: 'Export a routine as a file', params: idParams, querystring: versionQuery } },
    async ({ params, query }, reply) => {
      const { fileJson } = await library.exportRoutine({ id: params.id, version: query.version ?? 0 });
      return sendJsonText(reply, fileJson);
    },
  );
  app.post(
    '/routines/validate',
    {
      schema: {
        tags,
        summary: 'Every problem of a routine file, in this cell',
        body: documentSchema,
        response: { 200: problemsSchema },
      },
    },
    async (request) => {
      const { problemsJson } = await library.validateRoutine({
        subject: { $case: 'fileJson', value: bodyBytes(request.body) },
      });
      return { problems: parseProblems(problemsJson) };
    },
  );
  app.post(
    '/routines/:id/validate',
    {
      schema: {
        tags,
        summary: 'Every problem of a stored routine',
        params: idParams,
        response: { 200: problemsSchema },
      },
    },
    async ({ params }) => {
      const { problemsJson } = await library.validateRoutine({ subject: { $case: 'routineId', value: params.id } });
      return { problems: parseProblems(problemsJson) };
    },
  );
}

function parseProblems(json: Uint8Array): Problem[] {
  return json.length > 0 ? problemsSchema.shape.problems.parse(JSON.parse(Buffer.from(json).toString('utf8'))) : [];
}
