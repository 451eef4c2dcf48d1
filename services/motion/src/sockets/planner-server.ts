import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ProductError, startOfText } from '@cellwright/domain/basics';
import { isPlannerOperation, plannerCloseCodes, plannerOperations } from '@cellwright/domain/motion';
import { robotKindSchema } from '@cellwright/domain/robot';
import { joinHostAndPort } from '@cellwright/service-kit';
import { type CallerGate, claimOf, followTLS, tlsServerOptions } from '@cellwright/service-kit/callers';
import { type WebSocket, WebSocketServer } from 'ws';
import { PlannerSession, type PlannerSocketDeps } from './planner-socket.ts';

/** Maximum length of a request. */
const maxMessageBytes = 8 * 1024 * 1024;
/** Maximum unread bytes of a slow reader; beyond it is disconnected, to limit memory. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** Number of unread bytes at which a long plan pauses. */
const pauseAtBytes = 1024 * 1024;
const drainCheckMS = 5;

export interface PlannerServer {
  /** `host:port` */
  readonly address: string;
  readonly connections: number;
  close(): Promise<void>;
}

/** Address of the planner's socket, and its permitted clients. */
export interface PlannerServerOptions {
  readonly host?: string | undefined;
  readonly port: number;
  readonly callers: CallerGate;
}

/** Serves the planner's own socket, `/{operation}?robotKind=`, to the gateway, which checks permissions. */
export async function startPlannerServer(
  deps: PlannerSocketDeps,
  { host = '127.0.0.1', port, callers }: PlannerServerOptions,
): Promise<PlannerServer> {
  const { tls } = callers;
  const answer: RequestListener = (_request, response) => response.writeHead(426).end('Open a WebSocket\n');
  const http = tls ? createSecureServer(tlsServerOptions(tls.current), answer) : createServer(answer);
  if (tls && http instanceof SecureServer) followTLS(http, tls);
  const server = new WebSocketServer({
    server: http,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      !(callers.checkLink(claimOf(req), 'PlannerSocket', 'connect') instanceof ProductError),
  });
  server.on('connection', (socket, request) => serve(deps, socket, new URL(request.url ?? '/', 'ws://planner')));
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error) =>
      reject(new ProductError('unavailable', `The planner socket cannot be opened: ${error.message}`)),
    );
    http.listen(port, host, resolve);
  });
  // Sound: a server that listens on a port has such an address.
  const { port: bound } = http.address() as AddressInfo;
  return {
    address: joinHostAndPort(host, bound),
    get connections() {
      return server.clients.size;
    },
    async close() {
      for (const client of server.clients) client.close(1012, 'The planner is stopping');
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      // Those of clients were upgraded, and close in order.
      http.closeAllConnections();
      server.close();
      const cut = deps.clock.schedule(500, () => {
        for (const client of server.clients) client.terminate();
      });
      await closed;
      cut();
    },
  };
}

function serve(deps: PlannerSocketDeps, socket: WebSocket, url: URL): void {
  socket.on('error', (error) => deps.log.debug('planner socket error', { error }));
  const operation = url.pathname.slice(1);
  const robotKind = robotKindSchema.safeParse(url.searchParams.get('robotKind') ?? 'simulated');
  if (!isPlannerOperation(operation) || !robotKind.success) {
    const known = Object.keys(plannerOperations).join(', ');
    const message = robotKind.success
      ? `Unknown operation '${startOfText(operation, 100)}'. Available: ${known}`
      : 'robotKind is live or simulated';
    socket.send(JSON.stringify({ kind: 'error', code: 'not_found', message }));
    socket.close(plannerCloseCodes.unknownOperation, 'Unknown operation or robot');
    return;
  }
  const session = new PlannerSession(deps, operation, robotKind.data, {
    send(reply) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
      else socket.send(JSON.stringify(reply));
    },
    async waitUntilTaken() {
      await new Promise<void>((resolve) => setImmediate(resolve));
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > pauseAtBytes)
        await deps.clock.sleep(drainCheckMS);
    },
  });
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(1003, 'Send JSON text');
    else session.receive(String(data));
  });
  socket.on('close', () => session.end());
}
