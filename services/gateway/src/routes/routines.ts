import {
  codeBlockSchema,
  globalVariableSchema,
  nameSchema,
  type Problem,
  ProductError,
  problemSchema,
  routineFileFormat,
  routineFileFormatVersion,
  routineSchema,
  spaceItemSchema,
} from '@cellwright/domain';
import { routines } from '@cellwright/entities';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { authorOf, idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes, sendJsonText } from '../http/documents.ts';
import { idParams, problemsSchema, versionQuery } from '../http/schemas.ts';
import { checkAllButBody } from '../http/versions.ts';
import type { Clients } from '../rpc/clients.ts';
import { requireConfirmation } from '../rpc/unconfirmed.ts';
import { addPalletRoutes } from './pallets.ts';
import { addProofRoutes, addTestRoutes } from './proofs.ts';

const tags = ['Routines'];
/** A file with thousands of variables is stored well within this, also on a busy machine, ms. */
const importTimeoutMS = 60_000;

/** A routine as a file, as the library reads and writes it (see examples/routines). */
const fileSchema = z
  .object({
    format: z.literal(routineFileFormat),
    formatVersion: z.literal(routineFileFormatVersion),
    routine: routineSchema,
    globals: z
      .object({
        variables: z.array(globalVariableSchema),
        spaceItems: z.array(spaceItemSchema),
        codeBlocks: z.array(codeBlockSchema),
      })
      .partial()
      .optional(),
    requires: z.object({ equipment: z.array(z.looseObject({})) }).optional(),
  })
  .describe('A routine file');

const importedSchema = z.object({
  routineID: z.string(),
  version: z.number(),
  created: z.boolean(),
  remappedIds: z.record(z.string(), z.string()),
  missing: z.array(z.string()).describe('What the routine needs and the cell lacks'),
  problems: z.array(problemSchema),
});

/** `/api/v1/cell/routines`: what is done with routines besides storing them (see entities.ts). */
export async function routineRoutes(
  instance: FastifyInstance,
  { library, runner }: Pick<Clients, 'library' | 'runner'>,
): Promise<void> {
  keepBodiesAsBytes(instance);
  instance.setValidatorCompiler(checkAllButBody);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  addFileRoutes(app, library);
  addCheckRoutes(app, library);
  addProofRoutes(instance, runner, fileSchema);
  addTestRoutes(instance, runner, fileSchema);
  // Beside the routines: its body stays bytes, too.
  addPalletRoutes(instance, runner);
  addChangesRoute(app, library);
  addCopyRoutes(app, library);
}

const changesSchema = z.object({
  from: z.number(),
  to: z.number(),
  changes: z.array(
    z.object({
      kind: z.enum(['renamed', 'added', 'removed', 'moved', 'changed', 'disabled', 'enabled']),
      text: z.string(),
      stepID: z.string().optional(),
      stepPath: z.string().optional(),
    }),
  ),
});

const optionalVersion = versionQuery.shape.version;
const copyNameSchema = z.object({ name: nameSchema('routine').optional() });

type App = ReturnType<typeof withZod>;
function withZod(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

function addFileRoutes(app: App, library: Clients['library']): void {
  app.post(
    '/routines/import',
    {
      schema: {
        tags,
        summary: 'Import a routine file',
        description:
          'Stores the routine and what it names in one transaction: all of it or nothing. A request that is repeated with the same `Idempotency-Key` gets the answer of the first one.',
        body: fileSchema,
        response: { 200: importedSchema },
      },
    },
    async (request) => {
      const idempotencyKey = idempotencyKeyOf(request);
      const asked = { fileJson: bodyBytes(request.body), author: authorOf(request), idempotencyKey };
      const importing = library.importRoutine(asked, { deadlineMs: importTimeoutMS });
      const { routineId, problemsJson, ...outcome } = await requireConfirmation(idempotencyKey, importing);
      return { ...outcome, routineID: routineId, problems: parseProblems(problemsJson) };
    },
  );
  app.get(
    '/routines/:id/export',
    {
      schema: {
        tags,
        summary: 'Export a routine as a file',
        params: idParams,
        querystring: versionQuery,
        response: { 200: fileSchema },
      },
    },
    async ({ params, query }, reply) => {
      const { fileJson } = await library.exportRoutine({ id: params.id, version: query.version ?? 0 });
      return sendJsonText(reply, fileJson);
    },
  );
}

function addCheckRoutes(app: App, library: Clients['library']): void {
  app.post(
    '/routines/validate',
    {
      schema: {
        tags,
        summary: 'Every problem of a routine file, in this cell',
        body: fileSchema,
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

function addChangesRoute(app: App, library: Clients['library']): void {
  app.get(
    '/routines/:id/changes',
    {
      schema: {
        tags,
        summary: 'What an author did between two versions, in words',
        description: 'Without versions: what the newest save changed.',
        params: idParams,
        querystring: z.object({ from: optionalVersion, to: optionalVersion }),
        response: { 200: changesSchema },
      },
    },
    async ({ params, query }) => {
      const { fromVersion, toVersion, changesJson } = await library.describeChanges({
        routineId: params.id,
        fromVersion: query.from ?? 0,
        toVersion: query.to ?? 0,
      });
      const changes = changesSchema.shape.changes.parse(JSON.parse(Buffer.from(changesJson).toString('utf8')));
      return { from: fromVersion, to: toVersion, changes };
    },
  );
}

function addCopyRoutes(app: App, library: Clients['library']): void {
  const routes = [
    { path: '/routines/:id/duplicate', summary: 'Copy a routine', needsTemplate: false },
    { path: '/routines/from-template/:id', summary: 'Make a routine from a template', needsTemplate: true },
  ];
  for (const { path, summary, needsTemplate } of routes) {
    const schema = { tags, summary, params: idParams, body: copyNameSchema, response: { 200: routines.answer } };
    app.post(path, { schema }, async (request, reply) => {
      const { version, json } = await library.duplicateRoutine({
        id: request.params.id,
        name: nameOf(bodyBytes(request.body)),
        needsTemplate,
        author: authorOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      });
      void reply.header('etag', `"${version}"`);
      return sendJsonText(reply, json);
    });
  }
}

/** The name that a copy is to have; empty when the body names none. */
function nameOf(body: Buffer): string {
  if (body.length === 0) return '';
  const parsed = copyNameSchema.safeParse(parseBody(body));
  if (parsed.success) return parsed.data.name ?? '';
  throw new ProductError('request_failed_validation', parsed.error.issues[0]?.message ?? 'Give a name');
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProductError('request_failed_validation', 'The body is not JSON');
  }
}

function parseProblems(json: Uint8Array): Problem[] {
  return json.length > 0 ? problemsSchema.shape.problems.parse(JSON.parse(Buffer.from(json).toString('utf8'))) : [];
}
