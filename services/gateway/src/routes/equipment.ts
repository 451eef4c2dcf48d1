import {
  type EquipmentLiveState,
  equipmentLiveStateSchema,
  ProductError,
  probeAnswerSchema,
  probeRequestSchema,
  type RobotKind,
  robotKindSchema,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import { refusalSchema } from '../robot-api/room.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireTable } from '../rpc/register-table.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

export interface EquipmentRouteDeps {
  readonly equipment: Pick<Clients['equipment'], 'getLiveState' | 'probeRegisters'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

/** `/api/v1/cell/equipment/:id`: what a device says of itself, and its registers. Its record is an entity. */
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
      const { id } = request.params;
      return readLiveState(equipment, { id, ...sessionOf(robotKindOf(request), feeds) });
    },
  );
  app.get(
    '/equipment/:id/registers',
    {
      schema: {
        tags: ['Devices'],
        summary: 'What places of a Modbus device hold, whether or not its configuration names them',
        description:
          'Reads `count` places from `offset` on, counted from 0 as on the wire. Registers are 0 to 65535, coils and ' +
          'discrete inputs 0 or 1; null is a place that the device does not have. As the robot sees the device that the ' +
          'header robot-kind or the query names: the live robot reads the device itself, the simulated one its simulator. ' +
          'What the device refuses is invalid_parameters with the name of its exception; unavailable: it does not answer.',
        params: idParams,
        querystring: probeRequestSchema.safeExtend({ robotKind: robotKindSchema.optional() }),
        response: { 200: probeAnswerSchema, 503: refusalSchema },
      },
    },
    async (request) => {
      const { table, offset, count } = request.query;
      const { robotKind, isTwin } = sessionOf(robotKindOf(request), feeds);
      const { registers } = await equipment.probeRegisters({
        ...{ equipmentId: request.params.id, robotKind: toWireRobotKind(robotKind), isTwin },
        ...{ table: toWireTable(table), offset, count },
      });
      return { table, offset, values: registers.map(({ value }) => value ?? null) };
    },
  );
}

/** Whether a twin stands in for the live robot, only its runner knows. */
export function sessionOf(robotKind: RobotKind, feeds: EquipmentRouteDeps['feeds']) {
  const session = feeds[robotKind].snapshot();
  if (!session) throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
  return { robotKind, isTwin: session.state.isTwin };
}

/** What a device says of itself, as one robot sees it. */
export async function readLiveState(
  equipment: Pick<EquipmentRouteDeps['equipment'], 'getLiveState'>,
  { id, robotKind, isTwin }: { readonly id: string; readonly robotKind: RobotKind; readonly isTwin: boolean },
): Promise<EquipmentLiveState> {
  const { stateJson } = await equipment.getLiveState({ id, robotKind: toWireRobotKind(robotKind), isTwin });
  return equipmentLiveStateSchema.parse(JSON.parse(Buffer.from(stateJson).toString('utf8')));
}
