import { filesCommandSchema, filesOutcomeSchema, robotKindSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import { idParams } from '../http/schemas.ts';
import { refusalSchema } from '../robot-api/room.ts';
import { commandDevice, type DeviceCommandDeps } from '../rpc/device-commands.ts';

/** `/api/v1/cell/equipment/:id/files`: files of a device. */
export async function equipmentRoutes(
  instance: FastifyInstance,
  { equipment, feeds }: DeviceCommandDeps,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
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
