import { type RobotKind, rehearsalSchema, rehearseRequestSchema, robotKindSchema } from '@cellwright/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import { refusalSchema } from '../robot-api/room.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';
import { sessionOf } from './equipment.ts';

export interface RehearsalRouteDeps {
  readonly equipment: Pick<Clients['equipment'], 'getRehearsal' | 'rehearseFaults'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

const described = {
  tags: ['Devices'],
  params: idParams,
  querystring: z.object({ robotKind: robotKindSchema.optional() }),
  response: { 200: rehearsalSchema, 409: refusalSchema, 503: refusalSchema },
};

/** `/api/v1/cell/equipment/:id/rehearsal`: bad days of simulated devices. */
export async function rehearsalRoutes(
  instance: FastifyInstance,
  { equipment, feeds }: RehearsalRouteDeps,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const deviceOf = (request: FastifyRequest) => {
    const { robotKind, isTwin } = sessionOf(robotKindOf(request), feeds);
    return { equipmentId: idOf(request), robotKind: toWireRobotKind(robotKind), isTwin };
  };
  app.get(
    '/equipment/:id/rehearsal',
    { schema: { ...described, summary: 'What the simulator of a device can be made to suffer, and what it suffers' } },
    async (request) => rehearsalSchema.parse(await equipment.getRehearsal(deviceOf(request))),
  );
  app.put(
    '/equipment/:id/rehearsal',
    {
      config: { auditAs: 'devices.rehearse', auditTarget: (request) => `equipment/${idOf(request)}` },
      schema: {
        ...described,
        summary: 'Rehearse a bad day: make the simulator of a device suffer faults',
        description:
          'Those of `faults` from now on, and no others; none: the device is well. Only of simulators: a real device, as the ' +
          'live robot sees it, is refused by name. Faults are gone when the simulator starts again.',
        body: rehearseRequestSchema,
      },
    },
    async (request) =>
      rehearsalSchema.parse(await equipment.rehearseFaults({ ...deviceOf(request), faults: request.body.faults })),
  );
}

function idOf({ params }: FastifyRequest): string {
  return idParams.parse(params).id;
}
