import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Clock } from '@cellwright/domain/basics';
import { isServiceName } from '@cellwright/topology';
import { WebSocketServer } from 'ws';
import { followTLS, type LiveTLS, peerNames, tlsServerOptions } from '../../callers/index.ts';
import { systemClock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { EventBus } from '../event-bus.ts';
import { maxFrameBytes } from './frames.ts';
import { HubGuest } from './hub-guest.ts';

export interface BusHubOptions {
  readonly log: Logger;
  /** Port on loopback; 0 (the default) for an ephemeral one. */
  readonly port?: number;
  /** Secret of the clients; random by default. */
  readonly secret?: string;
  /** Clients need the certificate of a service. Default: traffic on loopback is not encrypted. */
  readonly tls?: LiveTLS | undefined;
  readonly clock?: Clock;
}

/** Server of this process's bus for others on the same machine; `openHubBus` is the client. */
export interface BusHub {
  /** hub://127.0.0.1:port, or hubs:// with TLS */
  readonly url: string;
  /** Secret for clients. Pass it in the environment; it is in no URL and no log. */
  readonly secret: string;
  /** Disconnects every client. The bus itself stays open. */
  close(): Promise<void>;
}

/**
 * A client that does not answer a ping before the next is disconnected, ms: its durable messages go to the next
 * subscriber.
 */
const pingIntervalMS = 5000;

export async function createBusHub(bus: EventBus, options: BusHubOptions): Promise<BusHub> {
  const { log, port = 0, secret = randomBytes(32).toString('base64url'), tls, clock = systemClock } = options;
  const answer: RequestListener = (_request, response) => response.writeHead(426).end('Open a WebSocket\n');
  const http = tls ? createSecureServer(tlsServerOptions(tls.current), answer) : createServer(answer);
  if (tls && http instanceof SecureServer) followTLS(http, tls);
  const server = new WebSocketServer({
    server: http,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    verifyClient: ({ req }: { req: IncomingMessage }) => knowsSecret(req, secret) && isService(req),
  });
  const guests = new Set<HubGuest>();
  server.on('connection', (socket) => {
    const guest = new HubGuest(socket, bus, log);
    guests.add(guest);
    socket.once('close', () => guests.delete(guest));
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const listensOn = typeof address === 'object' && address !== null ? address.port : port;
  let cancelPing = () => {};
  const pingAll = () => {
    for (const guest of guests) guest.ping();
    cancelPing = clock.schedule(pingIntervalMS, pingAll);
  };
  pingAll();
  return {
    url: `${tls ? 'hubs' : 'hub'}://127.0.0.1:${listensOn}`,
    secret,
    async close() {
      cancelPing();
      for (const guest of guests) guest.dismiss();
      server.close();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      // Those of clients were upgraded, and close in order.
      http.closeAllConnections();
      await closed;
    },
  };
}

/** True without TLS, and for a certificate that names a service of the cell. */
function isService({ socket }: IncomingMessage): boolean {
  return peerNames(socket)?.some(isServiceName) ?? true;
}

function knowsSecret({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
