import { mountedToolSchema, robotKindSchema, runnerMessages } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { RobotLine } from '../robot-api/robot-line.ts';
import { callOf, refusalSchema } from '../robot-api/room.ts';

const tags = ['Tool on the flange'];
const params = z.object({ robotKind: robotKindSchema });
const refusal = refusalSchema.extend({ details: z.unknown().optional() });
/** A robot that is not ready for it, or away; a device that is not there, no tool, or hangs elsewhere. */
const refusals = { 400: refusal, 404: refusal, 409: refusal, 500: refusal, 503: refusal } as const;
const toolSchema = z.object({ tool: mountedToolSchema });

/** `/api/v1/cell/robots/{robotKind}/tool`: what hangs on the flange, and which end of a changer works. */
export async function toolRoutes(instance: FastifyInstance, { line }: { readonly line: RobotLine }): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/robots/:robotKind/tool',
    {
      schema: {
        tags,
        summary: 'The tool on the flange; of a changer with its ends and the active one',
        params,
        response: { 200: toolSchema, 500: refusal, 503: refusal },
      },
    },
    async ({ params: { robotKind } }) => ({ tool: line.state(robotKind).tool }),
  );
  app.put(
    '/robots/:robotKind/tool',
    {
      schema: {
        tags,
        summary: runnerMessages.setTool.summary,
        params,
        body: runnerMessages.setTool.payload,
        response: { 200: toolSchema, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'setTool', request.body),
  );
  app.put(
    '/robots/:robotKind/tool/active-end',
    {
      schema: {
        tags,
        summary: runnerMessages.setActiveEnd.summary,
        params,
        body: runnerMessages.setActiveEnd.payload,
        response: { 200: toolSchema, ...refusals },
      },
    },
    (request) => line.command(callOf(request), 'setActiveEnd', request.body),
  );
}
