import { robotKindSchema, stackQuestionSchema, stackReportSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { bodyBytes, sendJsonText } from '../http/documents.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';
import { whileAsked } from './proofs.ts';

/** The boxes are judged as this robot is now. */
export const stackQuery = z.object({ robotKind: robotKindSchema.default('simulated') });

export const stackDescription =
  'Every box of every layer is judged, in the order of placing: whether the arm reaches where its approach begins and its place, and ' +
  'whether arm, tool and box come from one to the other without touching what is there, the boxes that were placed before among it. ' +
  'Judged as the robot is now, with its tool and its planning scene, in a process of its own. Nothing of the cell changes. Proofs of a ' +
  'cell are made one at a time.';

/** `/api/v1/cell/pallets/prove`: whether boxes that may not be stored can be stacked. */
export function addPalletRoutes(instance: FastifyInstance, runner: Clients['runner']): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/pallets/prove',
    {
      schema: {
        tags: ['Space items'],
        summary: 'Prove that boxes can be stacked on their pallets, stored or not',
        description: stackDescription,
        querystring: stackQuery,
        body: stackQuestionSchema,
        response: { 200: stackReportSchema },
      },
    },
    async ({ body, query }, reply) => {
      const request = { questionJson: bodyBytes(body), robotKind: toWireRobotKind(query.robotKind) };
      const { reportJson } = await runner.proveStack(request, whileAsked(reply));
      return sendJsonText(reply, reportJson);
    },
  );
}
