import { ProductError } from '@cellwright/domain';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The longest message of any socket: an obstacle of as many triangles as a scene may have. */
export const maxObstacleBytes = 8 * 1024 * 1024;
/** All others are at most this long; documents go over HTTP. */
export const maxMessageBytes = 1024 * 1024;

/** Lets routes be sockets. */
export async function openSockets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyWebsocket, { options: { maxPayload: maxObstacleBytes } });
}

/** A page of another origin may not open a socket; programs send no Origin. */
export async function refuseForeignOrigins(request: FastifyRequest): Promise<void> {
  const { origin, host } = request.headers;
  if (origin === undefined) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ProductError('forbidden', 'A page of another origin may not open the socket');
}

/** An ordinary request at the address of a socket. */
export async function refuseWithoutUpgrade(): Promise<never> {
  throw new ProductError(
    'request_failed_validation',
    'This address is a WebSocket; open it as one (docs/runner-socket.md)',
  );
}
