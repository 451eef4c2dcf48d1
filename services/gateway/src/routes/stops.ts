import { randomUUID } from 'node:crypto';
import { ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import { robotKindSchema } from '@cellwright/domain/robot';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { httpDoorOf } from '../http/audit-refusals.ts';
import { ignoreBodies } from '../http/documents.ts';
import { isOfOwnPage } from '../http/foreign-pages.ts';
import type { SessionClient } from '../rpc/session-client.ts';

const tags = ['Robots'];
const params = z.object({ robotKind: robotKindSchema });

/**
 * Registers a stop without a socket: for every known caller, with no store and no other service than the runner
 * involved.
 */
export async function stopRoutes(
  instance: FastifyInstance,
  { sessionClient }: { readonly sessionClient: Pick<SessionClient, 'stop'> },
): Promise<void> {
  ignoreBodies(instance);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  for (const isEmergency of [false, true]) {
    const summary = runnerMessages[isEmergency ? 'emergencyStop' : 'stop'].summary;
    app.post(
      `/robots/:robotKind/${isEmergency ? 'emergency-stop' : 'stop'}`,
      {
        config: { acceptsUnknownQuery: true },
        schema: { tags, summary, params, response: { 200: z.object({ stopEpoch: z.number() }) } },
      },
      async (request) => {
        const { identity } = request;
        if (!identity) throw new ProductError('authorization_required', accessMessages.signInFirst);
        const stopEpoch = await sessionClient.stop(
          request.params.robotKind,
          randomUUID(),
          { ...identity, door: httpDoorOf(identity), isPage: isOfOwnPage(request) },
          {
            isEmergency,
            reason: 'over HTTP',
          },
        );
        return { stopEpoch };
      },
    );
  }
}
