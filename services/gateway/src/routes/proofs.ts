import {
  ProductError,
  proofOptionsSchema,
  proofReportSchema,
  type RobotKind,
  robotKindSchema,
  routineTestsReportSchema,
} from '@cellwright/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { bodyBytes, sendJsonText } from '../http/documents.ts';
import { untilClientLeaves } from '../http/leaving.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

const tags = ['Routines'];

/** The runner gives a proof up before this, the wait for its turn included, ms. */
const longestProofMS = 160_000;

/** How a proof is called for: one whose client leaves gives its turn to the next. */
export function whileAsked(reply: FastifyReply) {
  return { deadlineMs: longestProofMS, signal: untilClientLeaves(reply) };
}

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

const testDescription =
  'The routine is played once for each test that it carries, each time in a simulated cell of its own on a clock of its own, as the ' +
  'robot is now. Nothing of the cell changes. Not while a routine of the cell is proved or tested already.';

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
      const { reportJson } = await runner.proveRoutine({ subject, optionsJson }, whileAsked(reply));
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
      const { reportJson } = await runner.proveRoutine({ subject, optionsJson }, whileAsked(reply));
      return sendJsonText(reply, reportJson);
    },
  );
}

type Subject = Parameters<Clients['runner']['testRoutine']>[0]['subject'];

/** The tests begin as this robot is now. */
const testQuery = z.object({ robotKind: robotKindSchema.default('simulated') });

/** `/api/v1/cell/routines/…/test`: whether a routine does what its tests expect. */
export function addTestRoutes(instance: FastifyInstance, runner: Clients['runner'], fileSchema: z.ZodType): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const test = async (subject: Subject, robotKind: RobotKind, reply: FastifyReply) => {
    const request = { subject, robotKind: toWireRobotKind(robotKind) };
    return (await runner.testRoutine(request, whileAsked(reply))).reportJson;
  };
  const schema = {
    tags,
    description: testDescription,
    querystring: testQuery,
    response: { 200: routineTestsReportSchema },
  };
  app.post(
    '/routines/test',
    { schema: { ...schema, summary: 'Run the tests of a routine file', body: fileSchema } },
    async ({ body, query }, reply) =>
      sendJsonText(reply, await test({ $case: 'fileJson', value: bodyBytes(body) }, query.robotKind, reply)),
  );
  app.post(
    '/routines/:id/test',
    { schema: { ...schema, summary: 'Run the tests of a stored routine', params: idParams } },
    async ({ params, query }, reply) =>
      sendJsonText(reply, await test({ $case: 'routineId', value: params.id }, query.robotKind, reply)),
  );
}

/** Bytes. */
const longestOptions = 1_000_000;
