import { robotKindSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, keepBodiesAsBytes, sendJsonText } from '../http/documents.ts';
import { documentSchema, emptySchema, expectedVersionQuery, idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

const tags = ['Equipment'];

/** `/api/v1/cell/equipment`: device records, and what the devices say of themselves. */
export async function equipmentRoutes(
  instance: FastifyInstance,
  { equipment }: Pick<Clients, 'equipment'>,
): Promise<void> {
  keepBodiesAsBytes(instance);
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get('/equipment', { schema: { tags, summary: 'List equipment, enabled first' } }, async (_request, reply) => {
    const { recordsJson } = await equipment.listEquipment({ enabledOnly: false, capability: '' });
    const texts = recordsJson.map((json) => Buffer.from(json).toString('utf8'));
    return reply.type('application/json').send(`{"items":[${texts.join(',')}]}`);
  });
  app.post(
    '/equipment',
    { schema: { tags, summary: 'Add a device', body: documentSchema } },
    async (request, reply) => {
      const { recordJson } = await equipment.createEquipment({
        recordJson: bodyBytes(request.body),
        idempotencyKey: idempotencyKeyOf(request),
      });
      return sendJsonText(reply, recordJson);
    },
  );
  app.get(
    '/equipment/:id',
    { schema: { tags, summary: 'Get a device', params: idParams } },
    async ({ params }, reply) => sendJsonText(reply, (await equipment.getEquipment({ id: params.id })).recordJson),
  );
  app.put(
    '/equipment/:id',
    {
      schema: {
        tags,
        summary: 'Save a device',
        params: idParams,
        querystring: expectedVersionQuery,
        body: documentSchema,
      },
    },
    async (request, reply) => {
      const { recordJson } = await equipment.saveEquipment({
        id: request.params.id,
        recordJson: bodyBytes(request.body),
        expectedVersion: request.query.expectedVersion,
        idempotencyKey: idempotencyKeyOf(request),
      });
      return sendJsonText(reply, recordJson);
    },
  );
  app.delete(
    '/equipment/:id',
    { schema: { tags, summary: 'Remove a device', params: idParams, response: { 200: emptySchema } } },
    async (request) => {
      await equipment.deleteEquipment({ id: request.params.id, idempotencyKey: idempotencyKeyOf(request) });
      return {};
    },
  );
  const stateQuery = z.object({ robotKind: robotKindSchema.default('simulated') });
  app.get(
    '/equipment/:id/state',
    { schema: { tags, summary: 'Live state of a device', params: idParams, querystring: stateQuery } },
    async ({ params, query }, reply) => {
      const { stateJson } = await equipment.getLiveState({
        id: params.id,
        robotKind: toWireRobotKind(query.robotKind),
        isTwin: query.robotKind === 'live',
      });
      return sendJsonText(reply, stateJson);
    },
  );
}
