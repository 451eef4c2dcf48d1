import { randomUUID } from 'node:crypto';
import { type ArmModel, writeUrdf } from '@cellwright/arm';
import {
  ProductError,
  type RobotKind,
  robotKindSchema,
  robotSessionStateSchema,
  runnerMessages,
} from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { SessionFeed } from '../events/session-feed.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import { ignoreBodies, sendJsonText } from '../http/documents.ts';
import { isOfOwnPage } from '../http/foreign-pages.ts';
import type { SessionClient } from '../rpc/session-client.ts';

const tags = ['Robots'];
const params = z.object({ robotKind: robotKindSchema });

/** `/api/v1/cell/robots`: the state of a robot, and what arm it is. */
export async function robotRoutes(
  instance: FastifyInstance,
  { feeds, arm }: { readonly feeds: Readonly<Record<RobotKind, SessionFeed>>; readonly arm: ArmModel },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const description = { name: arm.name, urdf: writeUrdf(arm) };
  app.get(
    '/robot-arm',
    {
      schema: {
        tags,
        summary: 'The arm of the robot, live and simulated: its name, and its model as URDF',
        response: { 200: z.object({ name: z.string(), urdf: z.string() }) },
      },
    },
    async () => description,
  );
  app.get(
    '/robots/:robotKind/state',
    {
      schema: {
        tags,
        summary: 'The state of the robot session',
        params,
        response: { 200: z.object({ seq: z.number(), state: robotSessionStateSchema }) },
      },
    },
    async (request, reply) => {
      const text = await feeds[request.params.robotKind].snapshotText();
      if (text === undefined)
        throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
      // As it was written for the sockets: checking it again would take as long as the state is large.
      return sendJsonText(reply, Buffer.from(bodyOf(text)));
    },
  );
}

/** `{ seq, state }` of the text of a snapshot, in which the state comes last. */
function bodyOf(snapshotText: string): string {
  const seq = /"seq":(\d+)/.exec(snapshotText)?.[1] ?? '0';
  return `{"seq":${seq},${snapshotText.slice(snapshotText.indexOf('"state":'))}`;
}

/** A stop that works without a socket: for anybody known, with no store and no other service than the runner on its way. */
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
      { schema: { tags, summary, params, response: { 200: z.object({ stopEpoch: z.number() }) } } },
      async (request) => {
        const { identity } = request;
        if (!identity) throw new ProductError('authorization_required', 'Sign in first');
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
