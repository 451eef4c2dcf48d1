import { robotKindSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendJsonText } from '../http/documents.ts';
import { idParams, largestInt32, pageQuery, searchText } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

const tags = ['Runs'];

/** `/api/v1/cell/runs`: what was played, and its journal. */
export async function runRoutes(instance: FastifyInstance, { runner }: Pick<Clients, 'runner'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const listQuery = pageQuery.extend({
    robotKind: robotKindSchema.optional(),
    routineID: searchText,
  });

  app.get(
    '/runs',
    { schema: { tags, summary: 'List runs, newest first', querystring: listQuery } },
    async ({ query }, reply) => {
      const { limit, offset, robotKind, routineID } = query;
      const { runsJson, total } = await runner.listRuns({
        page: { limit, offset },
        robotKind: toWireRobotKind(robotKind),
        routineId: routineID,
      });
      const pagination = JSON.stringify({ total, limit, offset });
      return reply
        .type('application/json')
        .send(`{"items":${Buffer.from(runsJson).toString('utf8')},"pagination":${pagination}}`);
    },
  );
  app.get('/runs/:id', { schema: { tags, summary: 'Get a run', params: idParams } }, async ({ params }, reply) =>
    sendJsonText(reply, (await runner.getRun({ id: params.id })).runJson),
  );
  const journalQuery = z.object({
    after: z.coerce.number().int().min(0).max(largestInt32).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(1000),
  });
  app.get(
    '/runs/:id/journal',
    {
      schema: { tags, summary: 'Entries of a run in order, after a seq', params: idParams, querystring: journalQuery },
    },
    async ({ params, query }, reply) => {
      const { entriesJson, newest } = await runner.listJournal({ runId: params.id, ...query });
      return reply
        .type('application/json')
        .send(`{"items":${Buffer.from(entriesJson).toString('utf8')},"newest":${newest}}`);
    },
  );
}
