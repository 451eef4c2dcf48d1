/** What the gateway is made of: routes, sockets and the clients of the services behind; `build` puts it together. */

import { type Clock, maxDocumentBytes, ProductError, type RobotKind } from '@cellwright/domain';
import { addHttpTelemetry, type EventBus, type Health, type Logger, type Metrics } from '@cellwright/service-kit';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Permission } from './domain/identity.ts';
import { createSessionFeed, type SessionFeed } from './events/session-feed.ts';
import { installApiPage, installOpenApi } from './http/api-docs.ts';
import { authenticateRequests } from './http/authentication.ts';
import { installErrorHandling } from './http/errors.ts';
import { answerUnreadableRequest, answerUnreadableUrl } from './http/framework-errors.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { collectionRoutes, spaceItemCollection, variableCollection } from './routes/collections.ts';
import { equipmentRoutes } from './routes/equipment.ts';
import { healthRoutes } from './routes/health.ts';
import { robotRoutes } from './routes/robots.ts';
import { routineRoutes } from './routes/routines.ts';
import { runRoutes } from './routes/runs.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { type Authenticator, createAuthenticator } from './rpc/authenticator.ts';
import { type Addresses, type Clients, connectClients } from './rpc/clients.ts';
import { createRunnerDesk } from './rpc/runner-desk.ts';
import { createSceneDesk } from './rpc/scene-desk.ts';
import { openSockets } from './sockets/open-sockets.ts';
import { plannerSockets } from './sockets/planner-sockets.ts';
import { runnerSockets } from './sockets/runner-sockets.ts';

export interface GatewayDeps {
  readonly host: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly addresses: Addresses;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

export interface Gateway {
  /** Listens; answers the URL. @throws ProductError unavailable when the port is taken. */
  start(): Promise<{ url: string; port: number }>;
  stop(): Promise<void>;
}

/** The only door of the cell. */
export async function build(deps: GatewayDeps): Promise<Gateway> {
  const { log, metrics, health, clock, bus } = deps;
  const clients = connectClients(deps.addresses, metrics);
  const desk = createRunnerDesk(clients);
  const authenticator = createAuthenticator(clients.identity, clock);
  const feedOf = (robotKind: RobotKind): Promise<SessionFeed> =>
    createSessionFeed({ robotKind, bus, clock, log, getSnapshot: () => desk.getSnapshot(robotKind) });
  const feeds = { live: await feedOf('live'), simulated: await feedOf('simulated') };

  const app = fastify({
    bodyLimit: maxDocumentBytes,
    forceCloseConnections: true,
    // A document has this long to arrive; who dribbles bytes longer is cut off.
    requestTimeout: 60_000,
    frameworkErrors: answerUnreadableUrl,
    clientErrorHandler: answerUnreadableRequest,
    routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: 128 * 4 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addHttpTelemetry(app, metrics);
  installErrorHandling(app, log);
  addSecurityHeaders(app);
  app.decorateRequest('identity', null);
  await installOpenApi(app);
  await openSockets(app);
  await runnerSockets(app, { authenticator, desk, feeds, clock, log });
  const sceneDesk = createSceneDesk(clients.runner);
  await plannerSockets(app, { authenticator, scenes: sceneDesk, plannerAddress: deps.addresses.planner, clock, log });
  await app.register(healthRoutes, { health, metrics });
  await registerCellRoutes(app, authenticator, clients, { desk, feeds });
  await installApiPage(app);

  return {
    async start() {
      const port = await listen(app, deps);
      const shown = deps.host === '0.0.0.0' || deps.host === '::' ? 'localhost' : deps.host;
      return { url: `http://${shown === '127.0.0.1' ? 'localhost' : shown}:${port}`, port };
    },
    async stop() {
      await app.close();
      await Promise.all([feeds.live.close(), feeds.simulated.close()]);
      clients.close();
    },
  };
}

/** `/api/v1/cell`: what a person or program may do with the cell, by permission. */
async function registerCellRoutes(
  app: FastifyInstance,
  authenticator: Authenticator,
  clients: Clients,
  robots: Parameters<typeof robotRoutes>[1],
): Promise<void> {
  const under = (permission: Permission | undefined, plugin: (scope: FastifyInstance) => Promise<void>) =>
    app.register(
      async (scope) => {
        scope.addHook('onRequest', authenticateRequests(authenticator, permission));
        await plugin(scope);
      },
      { prefix: '/api/v1/cell' },
    );
  await under('connectToRobot', (scope) => routineRoutes(scope, clients));
  await under('connectToRobot', (scope) => collectionRoutes(scope, spaceItemCollection(clients.library)));
  await under('connectToRobot', (scope) => collectionRoutes(scope, variableCollection(clients.library)));
  await under('connectToRobot', (scope) => equipmentRoutes(scope, clients));
  await under('connectToRobot', (scope) => runRoutes(scope, clients));
  // A stop needs no permission beyond being signed in.
  await under(undefined, (scope) => robotRoutes(scope, robots));
  await under('account', (scope) => tokenRoutes(scope, clients));
}

async function listen(app: FastifyInstance, { host, port }: GatewayDeps): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new ProductError(
        'unavailable',
        `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`,
      );
    }
    if (code === 'EACCES')
      throw new ProductError(
        'unavailable',
        `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`,
      );
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
