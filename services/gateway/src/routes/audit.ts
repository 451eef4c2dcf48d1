import { chainedEntrySchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { searchText } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Audit'];
const seqQuery = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const listQuery = z.object({
  subjectID: searchText.describe('Of whom; all without it'),
  action: searchText.describe("An action; with a dot at its end all that begin so: 'runner.'"),
  since: z.iso.datetime().optional().describe('From this moment on'),
  until: z.iso.datetime().optional().describe('Before this moment'),
  before: seqQuery.default(0).describe('Entries below this seq: the last one of the page before'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

const verifyQuery = z.object({
  after: seqQuery.default(0).describe('Where the part before ended; 0 for the beginning'),
  hash: z
    .string()
    .regex(/^([0-9a-f]{64})?$/)
    .default('')
    .describe('The hash at that place'),
});
const verifiedSchema = z.object({
  seq: z.number().describe('The last entry that is good'),
  hash: z.string(),
  checked: z.number(),
  isEnd: z.boolean().describe('False: go on with this seq and hash'),
  problem: z.string().describe('The first break; empty when there is none so far'),
  withoutKeyTo: z.number().describe('The last entry that was written before the log had a key; 0 for none'),
});

/** `/api/v1/cell/audit`: what was commanded, by whom. Needs the permission 'account'. */
export async function auditRoutes(instance: FastifyInstance, { audit }: Pick<Clients, 'audit'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/audit',
    {
      schema: {
        tags,
        summary: 'Commands that were given or refused, newest first',
        querystring: listQuery,
        response: { 200: z.object({ items: z.array(chainedEntrySchema) }) },
      },
    },
    async ({ query }) => {
      const { subjectID, since = '', until = '', ...rest } = query;
      const { entriesJson } = await audit.listAudit({ ...rest, subjectId: subjectID, since, until });
      return { items: z.array(chainedEntrySchema).parse(JSON.parse(Buffer.from(entriesJson).toString('utf8'))) };
    },
  );
  app.get(
    '/audit/verify',
    {
      schema: {
        tags,
        summary: 'Check a part of the chain: nothing is missing or was rewritten',
        querystring: verifyQuery,
        response: { 200: verifiedSchema },
      },
    },
    async ({ query }) => audit.verifyAudit({ afterSeq: query.after, afterHash: query.hash }),
  );
}
