import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Clock } from '@cellwright/domain/basics';
import { ProductError } from '@cellwright/domain/basics';
import { robotKindSchema } from '@cellwright/domain/robot';
import { allEntities } from '@cellwright/entities';
import type { EventBus } from '@cellwright/service-kit';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import * as z from 'zod';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { Door } from '../door/open-door.ts';
import type { EntityFeed } from '../events/entity-feed.ts';
import { isLoopback } from '../http/authentication.ts';
import { isOwnOrigin } from '../http/foreign-pages.ts';
import { isEncrypted } from '../http/is-encrypted.ts';
import { sessionSecretOf } from '../http/session-cookie.ts';
import { maxMessageBytes } from '../sockets/open-sockets.ts';
import { broadcastEntities } from './broadcast-entities.ts';
import { createEntityRealTimeService } from './entity-service.ts';
import { toFeathersError } from './feathers-error.ts';
import { broadcastLiveEvents } from './live-streams.ts';
import { RealTimeClient, type RealTimeClientDeps } from './real-time-client.ts';
import type { RealTimeService } from './real-time-service.ts';

export const realTimePath = '/api/socket.io';

/** Interval of checks for clients with an invalid token, or that do not read, ms. */
const sweepEveryMS = 1000;
/** Maximum of unread bytes; a client with more is closed rather than buffered. */
const maxUnreadBytes = 2 * 1024 * 1024;

export interface RealTimeDeps extends Omit<RealTimeClientDeps, 'services'> {
  readonly door: Pick<Door, 'admitSocket'>;
  readonly access: EntityAccess;
  readonly feed: EntityFeed;
  readonly bus: EventBus;
  /** Additional services by name. */
  readonly services?: Readonly<Record<string, RealTimeService>>;
}

/** Serves the real-time data service: Feathers' protocol over socket.io, on the gateway's server. */
export async function serveRealTime(app: FastifyInstance, deps: RealTimeDeps): Promise<void> {
  const { access, feed, clock, services = {} } = deps;
  const io = openSocketServer(app.server, deps.door);
  const entityServices = allEntities.map(
    (entity) => [entity.name, createEntityRealTimeService(entity, access)] as const,
  );
  const clientDeps = { ...deps, services: new Map([...Object.entries(services), ...entityServices]) };
  const clients = new Map<Socket, RealTimeClient>();
  io.use((socket, next) => {
    admitClient(clientDeps, socket).then(
      (client) => {
        clients.set(socket, client);
        socket.on('disconnect', () => clients.delete(socket));
        next();
      },
      (error: unknown) => next(toConnectError(error)),
    );
  });
  const stopListening = feed.listen(broadcastEntities(io));
  const liveEvents = await broadcastLiveEvents(io, deps.bus, deps.log);
  const recheckAll = () => {
    for (const client of clients.values()) client.recheck();
  };
  const stopRechecking = deps.authenticator.onChange(recheckAll);
  const stopSweeping = sweepClients(clients, clock);
  app.addHook('preClose', async () => {
    stopSweeping();
    stopRechecking();
    stopListening();
    await Promise.all(liveEvents.map((subscription) => subscription.close()));
    io.disconnectSockets(true);
    io.engine.close();
  });
}

/** Handles requests and upgrades at its path; all others continue as before. */
function openSocketServer(server: HttpServer, door: RealTimeDeps['door']): Server {
  const others = server.listeners('upgrade');
  const io = new Server(server, {
    path: realTimePath,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 5000,
    // A client that does not read does not respond either: it is disconnected after 8 s at most.
    pingInterval: 4000,
    pingTimeout: 4000,
    allowRequest(request, decide) {
      const refusal = refusalOf(request, door);
      decide(refusal, refusal === null);
    },
  });
  const own = server.listeners('upgrade').filter((listener) => !others.includes(listener));
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, ...rest: unknown[]) => {
    // The listeners of other sockets would return 404 for this path.
    for (const listener of isAtPath(request) ? own : others) listener.call(server, request, ...rest);
  });
  return io;
}

/** Returns the reason why a client cannot open a connection; null if it can. */
function refusalOf(request: IncomingMessage, door: RealTimeDeps['door']): string | null {
  const { headers, socket } = request;
  // Programs send no Origin.
  if (headers.origin !== undefined && !isOwnOrigin(headers, isEncrypted(socket))) {
    return 'A page of another origin is not allowed to connect';
  }
  const decision = door.admitSocket(request);
  if (decision === 'admitted') return null;
  return decision === 'too many connections'
    ? 'Too many clients are connected. Close some, or try again in a moment'
    : 'Too many connections from this address. Try again in a moment';
}

function isAtPath({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${realTimePath}/`);
}

const handshakeSchema = z.object({
  auth: z.looseObject({ token: z.string().max(512).optional(), robotKind: robotKindSchema.optional() }),
  query: z.looseObject({ robotKind: robotKindSchema.optional() }),
  headers: z.looseObject({ 'robot-kind': robotKindSchema.optional() }),
});

/**
 * A client is admitted immediately by the token of its handshake, else by its browser's session; without either it has
 * a short time to sign in by a call.
 */

async function admitClient(deps: RealTimeClientDeps, socket: Socket): Promise<RealTimeClient> {
  const { handshake } = socket;
  const read = handshakeSchema.safeParse(handshake);
  if (!read.success)
    throw new ProductError('request_failed_validation', 'robotKind is live or simulated, token is text');
  const { auth, query, headers } = read.data;
  const robotKind = auth.robotKind ?? query.robotKind ?? headers['robot-kind'] ?? 'simulated';
  const client = new RealTimeClient(deps, socket, robotKind, isLoopback(handshake.address));
  const token = auth.token ?? sessionSecretOf(socket.request);
  if (token !== undefined) await client.admit(token);
  return client;
}

/** socket.io sends the client the message and `data`. */
function toConnectError(error: unknown): Error {
  const data = toFeathersError(error);
  return Object.assign(new Error(data.message), { data });
}

function sweepClients(clients: ReadonlyMap<Socket, RealTimeClient>, clock: Clock): () => void {
  let cancel = () => {};
  const sweep = (): void => {
    for (const [socket, client] of clients) {
      if (isUnread(socket)) socket.conn.close(true);
      else client.recheck();
    }
    cancel = clock.schedule(sweepEveryMS, sweep);
  };
  cancel = clock.schedule(sweepEveryMS, sweep);
  return () => cancel();
}

function isUnread({ request }: Socket): boolean {
  return request.socket.writableLength > maxUnreadBytes;
}
