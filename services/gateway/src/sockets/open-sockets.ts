import type { Socket } from 'node:net';
import { ProductError } from '@cellwright/domain';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Door } from '../door/open-door.ts';
import { isOwnOrigin } from '../http/foreign-pages.ts';

/** The longest message of any socket: an obstacle of as many triangles as a scene may have. */
export const maxObstacleBytes = 8 * 1024 * 1024;
/** All others are at most this long; documents go over HTTP. */
export const maxMessageBytes = 1024 * 1024;

/** A client that does not answer a close is not waited for longer, even if it sends: a stop may follow what it sent before. */
const socketOptions = { maxPayload: maxObstacleBytes, closeTimeout: 30_000 };
/** A closing client that sends nothing is not waited for longer. */
const closingSilenceMS = 2000;
const lookMS = 500;

/** Lets routes be sockets; at all other addresses, and for a client that opens too many, an upgrade is refused. */
export async function openSockets(
  app: FastifyInstance,
  door?: Pick<Door, 'connections' | 'openRequests'>,
): Promise<void> {
  await app.register(fastifyWebsocket, { options: socketOptions });
  endSilentClosings(app);
  const sockets = new Set<string>();
  app.addHook('onRoute', ({ url, websocket, wsHandler }) => void ((websocket || wsHandler) && sockets.add(url)));
  app.addHook('onRequest', async (request) => {
    if (!request.ws) return;
    if (!sockets.has(request.routeOptions.url ?? ''))
      throw new ProductError('request_failed_validation', 'There is no socket at this address (docs/runner-socket.md)');
    if (!door) return;
    const connection = door.connections.of(request.raw.socket);
    const { source, place } = connection;
    if (place !== 'admitted')
      throw new ProductError('unavailable', 'Too many clients are connected; close some, or try again in a moment');
    if (!door.openRequests.take(source))
      throw new ProductError('rate_limited', 'Too many sockets were opened from this address; try again in a moment');
    // A socket that does not say who it is closes soon, and its messages cost next to nothing until then.
    connection.isKnown = true;
  });
}

/** Ends sockets that are closing and whose client sends nothing more. */
function endSilentClosings(app: FastifyInstance): void {
  const lines = new Map<WebSocket, { readonly line: Socket; bytes: number; silentMS: number }>();
  app.websocketServer.on('connection', (socket, { socket: line }) => {
    lines.set(socket, { line, bytes: 0, silentMS: 0 });
    socket.once('close', () => lines.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, heard] of lines) {
      const { line, bytes } = heard;
      const isSilent = socket.readyState === socket.CLOSING && line.bytesRead === bytes;
      heard.bytes = line.bytesRead;
      heard.silentMS = isSilent ? heard.silentMS + lookMS : 0;
      if (heard.silentMS >= closingSilenceMS) socket.terminate();
    }
  }, lookMS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** A page of another origin may not open a socket; programs send no Origin. */
export async function refuseForeignOrigins(request: FastifyRequest): Promise<void> {
  const { origin, host } = request.headers;
  if (origin === undefined || isOwnOrigin(origin, host)) return;
  throw new ProductError('forbidden', 'A page of another origin may not open the socket');
}

/** An ordinary request at the address of a socket. */
export async function refuseWithoutUpgrade(): Promise<never> {
  throw new ProductError(
    'request_failed_validation',
    'This address is a WebSocket; open it as one (docs/runner-socket.md)',
  );
}
