import { ProductError, proofOptionsSchema, proofReportSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bodyBytes, sendJsonText } from '../http/documents.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Routines'];

/** The runner gives a proof up before this, ms. */
const longestProofMS = 100_000;

/** Options for the proof of a file, whose body is the file: as JSON in the query. */
const optionsQuery = z.object({
  options: z
    .string()
    .max(100_000)
    .optional()
    .describe('Options of the proof as JSON, as in the body of the other call'),
});

const description =
  'The routine is played on a clock of its own, in a process of its own, as the robot is now: with its tool, its planning ' +
  'scene and the simulators of its devices. Nothing of the cell changes. One routine of a cell is proved at a time.';

/** `/api/v1/cell/routines/…/prove`: what a run of a routine would meet, before it is run. */
export function addProofRoutes(instance: FastifyInstance, runner: Clients['runner'], fileSchema: z.ZodType): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/routines/prove',
    {
      schema: {
        tags,
        summary: 'Prove a routine file before it is run',
        description,
        body: fileSchema,
        querystring: optionsQuery,
        response: { 200: proofReportSchema },
      },
    },
    async ({ body, query }, reply) => {
      const subject = { $case: 'fileJson', value: bodyBytes(body) } as const;
      const optionsJson = Buffer.from(query.options ?? '');
      const { reportJson } = await runner.proveRoutine({ subject, optionsJson }, { deadlineMs: longestProofMS });
      return sendJsonText(reply, reportJson);
    },
  );
  app.post(
    '/routines/:id/prove',
    {
      schema: {
        tags,
        summary: 'Prove a stored routine before it is run',
        description,
        params: idParams,
        body: proofOptionsSchema.partial().optional(),
        response: { 200: proofReportSchema },
      },
    },
    async ({ params, body }, reply) => {
      const optionsJson = bodyBytes(body);
      if (optionsJson.length > longestOptions)
        throw new ProductError('too_large', 'The options of a proof are too long');
      const subject = { $case: 'routineId', value: params.id } as const;
      const { reportJson } = await runner.proveRoutine({ subject, optionsJson }, { deadlineMs: longestProofMS });
      return sendJsonText(reply, reportJson);
    },
  );
}

/** Bytes. */
const longestOptions = 1_000_000;
