import { routineFileSchema } from '@cellwright/calls';
import { nameSchema, type Problem, ProductError, problemSchema } from '@cellwright/domain';
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
  addProofRoutes(instance, runner, routineFileSchema);
  addTestRoutes(instance, runner, routineFileSchema);
  // Beside the routines: its body stays bytes, too.
  addPalletRoutes(instance, runner);
  addCopyRoutes(app, library);
}

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
        body: routineFileSchema,
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
        response: { 200: routineFileSchema },
      },
    },
    async ({ params, query }, reply) => {
      const { fileJson } = await library.exportRoutine({ id: params.id, version: query.version ?? 0 });
      return sendJsonText(reply, fileJson);
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
