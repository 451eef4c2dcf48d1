import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@cellwright/domain';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { EventBus } from '../event-bus.ts';
import { maxFrameBytes } from './frames.ts';
import { HubGuest } from './hub-guest.ts';

export interface BusHubOptions {
  readonly log: Logger;
  /** On loopback; 0 (the default) for an ephemeral one. */
  readonly port?: number;
  /** What a client must know; random by default. */
  readonly secret?: string;
  readonly clock?: Clock;
}

/** Serves the bus of this process to others on the same machine: `openHubBus` is their end. */
export interface BusHub {
  /** hub://127.0.0.1:port */
  readonly url: string;
  /** Hand it over in the environment; it is in no URL and no log. */
  readonly secret: string;
  /** Cuts every client off. The bus itself stays as it is. */
  close(): Promise<void>;
}

/** A client that answers no ping until the next is given up, ms: its durable messages go to the next that asks. */
const pingIntervalMS = 5000;

export async function createBusHub(bus: EventBus, options: BusHubOptions): Promise<BusHub> {
  const { log, port = 0, secret = randomBytes(32).toString('base64url'), clock = systemClock } = options;
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    verifyClient: ({ req }: { req: IncomingMessage }) => knowsSecret(req, secret),
  });
  const guests = new Set<HubGuest>();
  server.on('connection', (socket) => {
    const guest = new HubGuest(socket, bus, log);
    guests.add(guest);
    socket.once('close', () => guests.delete(guest));
  });
  await once(server, 'listening');
  const address = server.address();
  const listensOn = typeof address === 'object' && address !== null ? address.port : port;
  let cancelPing = () => {};
  const pingAll = () => {
    for (const guest of guests) guest.ping();
    cancelPing = clock.schedule(pingIntervalMS, pingAll);
  };
  pingAll();
  return {
    url: `hub://127.0.0.1:${listensOn}`,
    secret,
    async close() {
      cancelPing();
      for (const guest of guests) guest.dismiss();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function knowsSecret({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
