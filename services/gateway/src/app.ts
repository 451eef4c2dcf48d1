/** Composition of the gateway: routes, sockets and the clients of the services behind it; `build` assembles it. */

import { type ArmModel, defaultArm } from '@cellwright/arm';
import { getDeviceState, listJournal } from '@cellwright/calls';
import { type Clock, maxDocumentBytes } from '@cellwright/domain/basics';
import type { ExternalControlState, RobotKind } from '@cellwright/domain/robot';
import { type AnyEntity, allEntities, anyEntity } from '@cellwright/entities';
import {
  addHttpTelemetry,
  busSubjects,
  type EventBus,
  type Health,
  type Logger,
  type Metrics,
  readTLSFiles,
  type TLSConfig,
} from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { createGatewayCalls } from './calls/gateway-calls.ts';
import { createWatchAccess } from './cameras/watch-access.ts';
import { AccessReplica, type AdminKeyFrom, silentAfterMS } from './domain/access-replica.ts';
import { AuditQueue } from './domain/audit-queue.ts';
import { EntityAccess } from './domain/entity-access.ts';
import type { AnsweredDocument } from './domain/entity-door.ts';
import { EntityReplica } from './domain/entity-replica.ts';
import { disableInAssembly, OperationMode } from './domain/operation-mode.ts';
import { answerFromReplicas } from './domain/replicated-door.ts';
import type { NeededAccess } from './domain/require-permission.ts';
import { createFairTurns } from './door/fair-turns.ts';
import { guardHosts } from './door/guard-hosts.ts';
import { type DoorLimits, doorLimits } from './door/limits.ts';
import { type Door, openDoor } from './door/open-door.ts';
import { createEntityFeed, type EntityFeed } from './events/entity-feed.ts';
import { ExternalControlFeed } from './events/external-control-state.ts';
import { createSessionFeed, type SessionFeed } from './events/session-feed.ts';
import { installApiPage, installOpenApi } from './http/api-docs.ts';
import { auditRefusals } from './http/audit-refusals.ts';
import { authenticateRequests, findCaller, recogniseRequests } from './http/authentication.ts';
import { parseSmallBodies } from './http/documents.ts';
import { installErrorHandling } from './http/errors.ts';
import { refuseForeignPages } from './http/foreign-pages.ts';
import { answerUnreadableRequest, answerUnreadableUrl } from './http/framework-errors.ts';
import { createKnownHosts } from './http/known-hosts.ts';
import { boundUnreadAnswers } from './http/large-answers.ts';
import { addSecurityHeaders, type StopPorts } from './http/security-headers.ts';
import { serveAssets } from './http/serve-assets.ts';
import { showFleet } from './http/show-fleet.ts';
import { StopCookies } from './http/stop-cookie.ts';
import { createTokenLimits } from './http/token-limits.ts';
import { TransportSecurity } from './http/transport-security.ts';
import type { Listening } from './http/trust/addresses.ts';
import { refuseUnknownQuery } from './http/unknown-query.ts';
import { listenPlain, listenTLS, shownHost } from './listen.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { createPeopleServices } from './realtime/people-services.ts';
import { serveRealTime } from './realtime/serve-real-time.ts';
import type { DHKindsSetting } from './robot-api/dh-kinds.ts';
import { robotApi } from './robot-api/robot-api.ts';
import { RobotLine } from './robot-api/robot-line.ts';
import { createAfterCalls } from './routes/after-calls.ts';
import { callAccesses, callRoutes } from './routes/calls.ts';
import { cameraRoutes } from './routes/cameras.ts';
import { entityRoutes } from './routes/entities.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { activityRoutes, admitStops, stopWaysRoutes } from './routes/stop-ways.ts';
import { stopRoutes } from './routes/stops.ts';
import { trustRoutes } from './routes/trust.ts';
import { createCameraClient } from './rpc/camera-client.ts';
import { type Addresses, type Clients, connectClients } from './rpc/clients.ts';
import { createEntityDoor } from './rpc/entity-client.ts';
import { followAccess } from './rpc/follow-access.ts';
import { reportUse } from './rpc/report-use.ts';
import { createSceneClient } from './rpc/scene-client.ts';
import { createSessionClient, type SessionClient } from './rpc/session-client.ts';
import { openSockets, refuseForeignOrigins } from './sockets/open-sockets.ts';
import { plannerSockets } from './sockets/planner-sockets.ts';
import { runnerSockets } from './sockets/runner-sockets.ts';

const networkSettings = anyEntity('networkSettings');
const robotIdentity = anyEntity('robotIdentity');

export interface GatewayDeps {
  /** Model of the robot, for clients that draw it; the default arm if absent. */
  readonly arm?: ArmModel;
  readonly host: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly addresses: Addresses;
  /** Proofs to the services behind that the gateway is the caller. */
  readonly proofs: Proofs<'gateway'>;
  /** Random key in the data folder, for this machine's command line. */
  readonly adminKey: string | undefined;
  /** Addresses from which that key is accepted. Default loopback. */
  readonly adminKeyFrom?: AdminKeyFrom;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Default: the limits of an empty environment. */
  readonly limits?: DoorLimits;
  /** Addresses of the proxies whose X-Forwarded-For is trusted. Default none. */
  readonly trustProxy?: readonly string[] | undefined;
  /** True if a program's move over the robot API switches a live robot to program control. Default true. */
  readonly movesTakeControl?: boolean;
  /** Programs that see the own kind of a DH gripper. Default: those that have commanded one. */
  readonly dhKinds?: DHKindsSetting;
  /** Folder of the built web app; without it, or if it does not exist, `/` shows the API. */
  readonly webFolder?: string | undefined;
  /** Folder of the example routines; absent if there are none. */
  readonly examplesFolder?: string | undefined;
  /** Ports of the stop listener for browsers. Default none. */
  readonly stopPorts?: StopPorts;
  /** Host names of the cell in addition to the machine's own. */
  readonly hostNames?: readonly string[];
  /** Serves TLS as soon as a certificate is configured. Port 0 for an ephemeral one. */
  readonly tls?: TLSConfig & { readonly host: string; readonly port: number };
}

export interface Gateway {
  /** Listens, and returns the URLs. @throws ProductError unavailable if a port is taken. */
  start(): Promise<{ url: string; port: number; httpsUrl: string | undefined }>;
  /** Resolves when every service has been reached and the access list is known, or after this time. */
  untilConnected(withinMS: number): Promise<void>;
  /** Completes accepted requests, then closes. */
  stop(): Promise<void>;
  /** Returns the number of open connections. */
  connections(): number;
}

/** Builds the gateway, the only entry point of the cell. @throws ConfigError if the TLS files cannot be used. */
export async function build(deps: GatewayDeps): Promise<Gateway> {
  const tlsFiles = readTLSFiles(deps.tls ?? {});
  const { log, metrics, health, clock, bus } = deps;
  const clients = connectClients(deps.addresses, deps.proofs, metrics);
  const sessionClient = createSessionClient(clients);
  const uses = reportUse(clients.identity, clock, log);
  const access = new AccessReplica({
    adminKey: deps.adminKey,
    adminKeyFrom: deps.adminKeyFrom,
    clock,
    onUse: uses.note,
  });
  const followed = followAccess({ identity: clients.identity, replica: access, clock, log });
  health.addCheck('list of access', async () => checkHeard(access), { critical: false });
  const audit = new AuditQueue({
    publish: (entry) => bus.publish(busSubjects.auditEntry.subject, entry, { messageId: entry.id }),
    clock,
    onDropped: (count) => metrics.count('audit_dropped', {}, count),
    onDelayed: (error) => log.warn('entries for the audit log wait for the bus', { error }),
  });
  const feedOf = (robotKind: RobotKind): Promise<SessionFeed> =>
    createSessionFeed({ robotKind, bus, clock, log, getSnapshot: () => sessionClient.getSnapshot(robotKind) });
  const feeds = { live: await feedOf('live'), simulated: await feedOf('simulated') };

  const door = openDoor(deps.limits ?? doorLimits(), clock, (request) => findCaller(access, request));
  const transportSecurity = new TransportSecurity();
  const app = await openApp(door, transportSecurity, deps);
  auditRefusals(app, audit);
  await openSockets(app, door);
  const turns = createFairTurns();
  const operationMode = new OperationMode();
  const robotAccess = disableInAssembly(access, operationMode);
  const line = new RobotLine({ sessionClient, feeds, clock });
  await runnerSockets(app, {
    ...{ authenticator: robotAccess, sessionClient, feeds, line, audit, clock, log, turns },
    connections: door.connections,
  });
  const sceneClient = createSceneClient(clients.runner);
  await plannerSockets(app, {
    authenticator: access,
    scenes: sceneClient,
    plannerAddress: deps.addresses.planner,
    plannerProof: deps.proofs.motion,
    clock,
    log,
  });
  await app.register(healthRoutes, { health });
  const listening: Listening = { host: deps.host, tlsHost: deps.tls?.host ?? deps.host };
  await app.register(trustRoutes, { authority: tlsFiles?.ca, listening });
  const tokenLimits = createTokenLimits(door.limits, clock);
  const authenticate = (needed?: NeededAccess) => authenticateRequests(access, tokenLimits, needed);
  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate());
    metricsRoutes(scope, metrics);
  });
  const entities = await openEntities(clients, deps);
  transportSecurity.follow(entities.readNetworkSettings);
  operationMode.follow(entities.readRobotIdentity);
  const services = createPeopleServices(clients.calls.identity, audit);
  await serveRealTime(app, { door, authenticator: access, ...entities, bus, clock, log, services });
  const externalControl = new ExternalControlFeed(clock);
  await externalControl.open(bus);
  const cameras = createCameraClient(clients, clock);
  // Streams end before the server waits for pending responses.
  app.addHook('preClose', async () => cameras.close());
  const frames = { cameras, watchAccess: createWatchAccess(access, clock, 'connectToRobot'), clock };
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', authenticate('connectToRobot'));
      refuseUnknownQuery(scope);
      await cameraRoutes(scope, { ...frames, line });
    },
    { prefix: '/api/v1/cell' },
  );
  await registerCellRoutes(app, { access, authenticate }, clients, {
    ...{ sessionClient, feeds, entities: entities.access, operationMode },
    arm: deps.arm ?? defaultArm,
    examplesFolder: deps.examplesFolder,
    currentState: () => externalControl.current(),
    ...{ line, clock, health, metrics, plannerAddress: deps.addresses.planner },
    stopPorts: deps.stopPorts ?? {},
    stopSecret: deps.proofs.identity.secret,
  });
  await robotApi(app, {
    ...{ sessionClient, feeds, entities: entities.access, health, clock, log, operationMode },
    liveState: (id, robotKind, isTwin) =>
      clients.calls.equipment.ask(getDeviceState, { id, robotKind }, { robot: { isTwin, stopEpoch: 0 } }),
    frames,
    listJournal: (query) => clients.calls['routine-runner'].ask(listJournal, query),
    movesTakeControl: deps.movesTakeControl ?? true,
    dhKinds: deps.dhKinds ?? 'auto',
    admit: authenticate('connectToRobot'),
    admitStop: recogniseRequests(access),
  });

  guardHosts(app.server, createKnownHosts(deps.hostNames ?? [], clock), door.connections);
  const tls = tlsFiles && door.serveTLS(app.server, tlsFiles);

  return {
    async start() {
      await access.untilHeard();
      const port = await listenPlain(app, { host: deps.host, port: deps.port, variable: 'PORT' });
      listening.port = port;
      const { tlsHost } = listening;
      if (tls)
        listening.tlsPort = await listenTLS(tls.server, {
          host: tlsHost,
          port: deps.tls?.port ?? 0,
          variable: 'HTTPS_PORT',
        });
      const { tlsPort } = listening;
      const httpsUrl = tlsPort === undefined ? undefined : `https://${shownHost(tlsHost)}:${tlsPort}`;
      return { url: `http://${shownHost(deps.host)}:${port}`, port, httpsUrl };
    },
    async untilConnected(withinMS) {
      const failed = await clients.waitForAll(withinMS);
      if (failed.length > 0) log.warn('the gateway serves without services that do not answer', { failed });
      await access.untilHeard();
    },
    connections: () => door.connections.count,
    async stop() {
      await door.drain(async () => {
        await Promise.all([app.close(), tls?.close()]);
      });
      await Promise.all([feeds.live.close(), feeds.simulated.close(), entities.feed.close(), externalControl.close()]);
      await audit.close();
      uses.close();
      await followed.close();
      clients.close();
    },
  };
}

/** Opens the entities of all services, read from replicas if there are any here, and the feed of their changes. */
async function openEntities(
  clients: Clients,
  { bus, clock, log }: GatewayDeps,
): Promise<{
  access: EntityAccess;
  feed: EntityFeed;
  readNetworkSettings: () => AnsweredDocument | undefined;
  readRobotIdentity: () => AnsweredDocument | undefined;
}> {
  const door = createEntityDoor(clients.entities, clock);
  // A replica contains what a find returns: if that differs from the document, the owner is queried.
  const replicated = allEntities.filter(({ isReplicated, listing }) => isReplicated && !listing);
  const replicas = new Map(replicated.map((entity) => [entity.name, new EntityReplica(entity)]));
  const feed = await createEntityFeed({ entities: allEntities, bus, door, replicas, clock, log });
  const readSingleton = ({ name, singleton = '' }: AnyEntity) => replicas.get(name)?.get(singleton);
  return {
    access: new EntityAccess(answerFromReplicas(door, replicas)),
    feed,
    readNetworkSettings: () => readSingleton(networkSettings),
    readRobotIdentity: () => readSingleton(robotIdentity),
  };
}

/** Opens the HTTP server with the hooks that apply to every response. */
async function openApp(
  door: Door,
  transportSecurity: TransportSecurity,
  { log, metrics, webFolder, trustProxy, stopPorts, addresses }: GatewayDeps,
): Promise<FastifyInstance> {
  const app = fastify({
    serverFactory: (handle) => door.serve(handle),
    bodyLimit: maxDocumentBytes,
    // Accepted requests are answered; the server itself closes connections that stay open too long.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerUnreadableUrl,
    clientErrorHandler: answerUnreadableRequest,
    trustProxy: trustProxy && trustProxy.length > 0 ? [...trustProxy] : false,
    routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: 128 * 4 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addHttpTelemetry(app, metrics);
  const webApp = webFolder === undefined ? undefined : await serveAssets(webFolder, stopPorts);
  installErrorHandling(app, log, webApp);
  addSecurityHeaders(app);
  transportSecurity.addTo(app);
  boundUnreadAnswers(app, door.connections);
  parseSmallBodies(app);
  app.addHook('onRequest', refuseForeignPages);
  if (addresses.hub !== undefined && webApp !== undefined) app.addHook('onRequest', showFleet);
  app.decorateRequest('identity', null);
  await installOpenApi(app);
  installApiPage(app, webApp === undefined);
  return app;
}

type Hook = ReturnType<typeof authenticateRequests>;

/** Registers `/api/v1/cell`: the operations on the cell, by permission. */
async function registerCellRoutes(
  app: FastifyInstance,
  {
    access,
    authenticate,
  }: {
    readonly access: AccessReplica;
    readonly authenticate: (needed?: NeededAccess) => Hook;
  },
  clients: Clients,
  parts: {
    readonly sessionClient: SessionClient;
    readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
    readonly entities: EntityAccess;
    readonly operationMode: OperationMode;
    readonly arm: ArmModel;
    readonly examplesFolder: string | undefined;
    readonly currentState: () => ExternalControlState | undefined;
    readonly line: RobotLine;
    readonly clock: Clock;
    readonly health: Health;
    readonly metrics: Metrics;
    readonly plannerAddress: string;
    readonly stopPorts: StopPorts;
    /** Secret that all gateways of the cell share, for the key of stop cookies. */
    readonly stopSecret: string;
  },
): Promise<void> {
  const register = (plugin: (scope: FastifyInstance) => Promise<void>) =>
    app.register(
      async (scope) => {
        refuseUnknownQuery(scope);
        await plugin(scope);
      },
      { prefix: '/api/v1/cell' },
    );
  const gateway = createGatewayCalls({ clients, access: parts.entities, ...parts });
  const calls = { ...clients.calls, gateway };
  const { feeds, line, operationMode } = parts;
  const callDeps = { calls, feeds, line, operationMode, afterCalls: createAfterCalls(access) };
  // Access decisions about documents are in their entity definitions.
  await register(async (scope) => {
    scope.addHook('onRequest', authenticate());
    await entityRoutes(scope, parts.entities);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate());
    await mcpRoutes(scope, callDeps);
  });
  // Stopping requires authentication only, no permission.
  const stopCookies = new StopCookies(parts.stopSecret, parts.clock);
  await register(async (scope) => {
    scope.addHook('onRequest', admitStops(recogniseRequests(access), stopCookies));
    await stopRoutes(scope, parts);
    await activityRoutes(scope, parts);
  });
  await register(async (scope) => {
    scope.addHook('onRequest', authenticate());
    await stopWaysRoutes(scope, { stopPorts: parts.stopPorts, stopCookies });
  });
  for (const rule of callAccesses) {
    await register(async (scope) => {
      if (rule === 'public') scope.addHook('onRequest', refuseForeignOrigins);
      else scope.addHook('onRequest', authenticate(rule === 'signedIn' ? undefined : rule));
      await callRoutes(scope, callDeps, rule);
    });
  }
}

async function checkHeard(access: AccessReplica): Promise<void> {
  if (access.silentForMS > silentAfterMS) throw new Error('identity does not tell who has access');
}
