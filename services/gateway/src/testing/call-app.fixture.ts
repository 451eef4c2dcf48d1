import { type CallAccess, callsOf } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import { silentLogger } from '@cellwright/service-kit';
import { type CallClient, type CallHandlers, localCalls } from '@cellwright/service-kit/calls';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { installErrorHandling } from '../http/errors.ts';
import { callRoutes } from '../routes/calls.ts';

export interface CallAppOptions {
  readonly access?: CallAccess;
  /** Handlers of the gateway's own calls. Default: all return not_found. */
  readonly gateway?: Partial<CallHandlers<'gateway'>>;
  readonly stateOf?: (robotKind: RobotKind) => RobotSessionState | undefined;
}

/** Opens the routes of the calls with an access rule, without authentication. */
export async function openCallApp({
  access = 'connectToRobot',
  gateway = {},
  stateOf = () => undefined,
}: CallAppOptions): Promise<FastifyInstance> {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity', null);
  installErrorHandling(app, silentLogger);
  const refuse: Pick<CallClient, 'send'> = {
    send: async ({ name }) => Promise.reject(new ProductError('not_found', `the test has no ${name}`)),
  };
  const feedOf = (robotKind: RobotKind) => ({
    snapshot: () => {
      const state = stateOf(robotKind);
      return state && { kind: 'snapshot' as const, seq: 1, hash: 0, state };
    },
  });
  await callRoutes(
    app,
    {
      calls: {
        ...{
          'dry-run': refuse,
          equipment: refuse,
          identity: refuse,
          library: refuse,
          'routine-runner': refuse,
          'software-update': refuse,
          hub: refuse,
        },
        gateway: localCalls(completeHandlers(gateway)),
      },
      feeds: { live: feedOf('live'), simulated: feedOf('simulated') },
      line: { catchUp: async () => true, waitUntilKnown: async () => {} },
      afterCalls: { startsSession: async () => {}, named: {} },
    },
    access,
  );
  return app;
}

function completeHandlers(given: Partial<CallHandlers<'gateway'>>): CallHandlers<'gateway'> {
  const refusals = Object.keys(callsOf.gateway).map((name) => [
    name,
    async () => Promise.reject(new ProductError('not_found', `the test has no ${name}`)),
  ]);
  // Safe cast: one handler per call of the gateway.
  return { ...Object.fromEntries(refusals), ...given } as CallHandlers<'gateway'>;
}
