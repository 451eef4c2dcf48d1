import {
  type EquipmentLiveState,
  equipmentLiveStateSchema,
  ProductError,
  type RobotKind,
  robotKindSchema,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

export interface EquipmentRouteDeps {
  readonly equipment: Pick<Clients['equipment'], 'getLiveState'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

/** `/api/v1/cell/equipment/:id/state`: what a device says of itself. Its record is an entity. */
export async function equipmentRoutes(
  instance: FastifyInstance,
  { equipment, feeds }: EquipmentRouteDeps,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/equipment/:id/state',
    {
      schema: {
        tags: ['Devices'],
        summary: 'Live state of a device',
        description: 'As the robot sees it that the header robot-kind or the query names; default simulated.',
        params: idParams,
        querystring: z.object({ robotKind: robotKindSchema.optional() }),
        response: { 200: equipmentLiveStateSchema },
      },
    },
    async (request) => {
      const robotKind = robotKindOf(request);
      // Whether a twin stands in for the live robot, only its runner knows.
      const session = feeds[robotKind].snapshot();
      if (!session)
        throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
      const { isTwin } = session.state;
      const { id } = request.params;
      return readLiveState(equipment, { id, robotKind, isTwin });
    },
  );
}

/** What a device says of itself, as one robot sees it. */
export async function readLiveState(
  equipment: EquipmentRouteDeps['equipment'],
  { id, robotKind, isTwin }: { readonly id: string; readonly robotKind: RobotKind; readonly isTwin: boolean },
): Promise<EquipmentLiveState> {
  const { stateJson } = await equipment.getLiveState({ id, robotKind: toWireRobotKind(robotKind), isTwin });
  return equipmentLiveStateSchema.parse(JSON.parse(Buffer.from(stateJson).toString('utf8')));
}
