import type { Socket } from 'node:net';
import { ProductError } from '@cellwright/domain/basics';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Door } from '../door/open-door.ts';
import { isOfOwnPage } from '../http/foreign-pages.ts';

/** Maximum message of any socket: an obstacle with the maximum of triangles in a scene. */
export const maxObstacleBytes = 8 * 1024 * 1024;
/** Maximum of all other messages; documents use HTTP. */
export const maxMessageBytes = 1024 * 1024;

/**
 * Maximum wait for a client that does not confirm a close, even if it sends: a stop may follow its earlier messages.
 */
const socketOptions = { maxPayload: maxObstacleBytes, closeTimeout: 30_000 };
/** Maximum wait for a closing client that sends nothing, ms. */
const closingSilenceMS = 2000;
const lookMS = 500;

/** Enables socket routes; at all other addresses, and for a client that opens too many, an upgrade is refused. */
export async function openSockets(
  app: FastifyInstance,
  door?: Pick<Door, 'connections' | 'admitSocket'>,
): Promise<void> {
  await app.register(fastifyWebsocket, { options: socketOptions });
  endSilentClosings(app);
  const sockets = new Set<string>();
  app.addHook('onRoute', ({ url, websocket, wsHandler }) => void ((websocket || wsHandler) && sockets.add(url)));
  app.addHook('onRequest', async (request) => {
    if (!request.ws) return;
    if (!sockets.has(request.routeOptions.url ?? ''))
      throw new ProductError('request_failed_validation', 'No socket at this address. See docs/runner-socket.md');
    if (!door) return;
    const decision = door.admitSocket(request.raw);
    if (decision === 'too many connections')
      throw new ProductError('unavailable', 'Too many clients are connected. Close some, or try again in a moment');
    if (decision === 'too many sockets')
      throw new ProductError('rate_limited', 'Too many sockets from this address. Try again in a moment');
    // An unauthenticated socket closes soon, and its messages cost next to nothing until then.
    door.connections.of(request.raw.socket).isKnown = true;
  });
}

/** Ends closing sockets whose client sends nothing more. */
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

/** Rejects sockets from a page of another origin; programs send no Origin. */
export async function refuseForeignOrigins(request: FastifyRequest): Promise<void> {
  if (request.headers.origin === undefined || isOfOwnPage(request)) return;
  throw new ProductError('forbidden', 'A page of another origin is not allowed to open the socket');
}

/** Rejects an ordinary request at the address of a socket. */
export async function refuseWithoutUpgrade(): Promise<never> {
  throw new ProductError('request_failed_validation', 'This address is a WebSocket. See docs/runner-socket.md');
}
