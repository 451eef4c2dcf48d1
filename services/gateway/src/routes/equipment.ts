import {
  type EquipmentLiveState,
  equipmentLiveStateSchema,
  filesCommandSchema,
  filesOutcomeSchema,
  ProductError,
  probeAnswerSchema,
  probeRequestSchema,
  type RobotKind,
  robotKindSchema,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import { refusalSchema } from '../robot-api/room.ts';
import type { Clients } from '../rpc/clients.ts';
import { commandDevice } from '../rpc/device-commands.ts';
import { toWireTable } from '../rpc/register-table.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';

export interface EquipmentRouteDeps {
  readonly equipment: Pick<Clients['equipment'], 'getLiveState' | 'probeRegisters' | 'actuate'>;
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
  app.post(
    '/equipment/:id/files',
    {
      schema: {
        tags: ['Devices'],
        summary: 'List, fetch, send and delete files of a device',
        description:
          'Paths are below the folder of the device; one that leads out of it is refused, as is one with what a shell or a ' +
          'server may read as something else. The live robot reaches the server itself, the simulated one its simulator. ' +
          'What the server refuses is invalid_parameters with its own words; unavailable: it does not answer; conflict: it ' +
          'is at work, or whether the file was changed is not known. A file has at most 1 MiB.',
        params: idParams,
        querystring: z.object({ robotKind: robotKindSchema.optional() }),
        body: filesCommandSchema,
        response: { 200: filesOutcomeSchema, 409: refusalSchema, 503: refusalSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const asked = { id, robotKind: robotKindOf(request), idempotencyKey: idempotencyKeyOf(request) };
      return commandDevice({ equipment, feeds }, { ...asked, capability: 'files', command: request.body });
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
