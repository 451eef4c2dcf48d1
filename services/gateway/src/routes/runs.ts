import { journalEntrySchema, largestInt32 } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { sendJsonText } from '../http/documents.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Runs'];
const journalSchema = z.object({
  items: z.array(journalEntrySchema),
  newest: z.number().describe('The seq of the last entry there is; 0 for none'),
});

/** `/api/v1/cell/runs/:id/journal`: what happened in a run. Runs themselves are an entity. */
export async function runRoutes(instance: FastifyInstance, { runner }: Pick<Clients, 'runner'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const journalQuery = z.object({
    after: z.coerce.number().int().min(0).max(largestInt32).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(1000),
  });
  app.get(
    '/runs/:id/journal',
    {
      schema: {
        tags,
        summary: 'Entries of a run in order, after a seq',
        params: idParams,
        querystring: journalQuery,
        response: { 200: journalSchema },
      },
    },
    async ({ params, query }, reply) => {
      const { entriesJson, newest } = await runner.listJournal({ runId: params.id, ...query });
      return sendJsonText(
        reply,
        Buffer.from(`{"items":${Buffer.from(entriesJson).toString('utf8')},"newest":${newest}}`),
      );
    },
  );
}
