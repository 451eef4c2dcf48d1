import type { Server } from 'node:http';
import { createServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { minTLSVersion, type TLSFiles } from '@cellwright/service-kit';

/** Maximum of connections in a handshake; a new one replaces the oldest. */
const maxHandshakes = 256;
/** Maximum duration of a handshake, ms. */
const handshakeTimeout = 10_000;

/** HTTPS server, and how its connections end. */
export interface TLSServer {
  readonly server: HttpsServer;
  /** Stops accepting connections and ends those that are idle or in a handshake. Resolves when all are closed. */
  close(): Promise<void>;
}

/**
 * Creates an HTTPS server that passes its requests, upgrades and errors to a plain server, so that both behave the
 * same.
 */
export function createTLSServer(plain: Server, { cert, key }: TLSFiles, options: ServerOptions = {}): TLSServer {
  const server = createServer({ ...options, cert, key, minVersion: minTLSVersion, handshakeTimeout });
  for (const event of ['request', 'upgrade'] as const) {
    server.on(event, (...parts: unknown[]) => void plain.emit(event, ...parts));
  }
  // Node crashes if a destroyed socket is asked for its protocol: the sockets after their handshake are remembered.
  const secured = new WeakSet<Duplex>();
  server.on('secureConnection', (socket) => secured.add(socket));
  server.on('clientError', (error, socket) => {
    // Before the handshake, no response can be sent.
    if (!secured.has(socket) || !plain.emit('clientError', error, socket)) socket.destroy();
  });
  const handshakes = boundHandshakes(server);
  return {
    server,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const socket of handshakes) socket.destroy();
      return closed;
    },
  };
}

/** Returns the connections in a handshake, and limits their number. */
function boundHandshakes(server: HttpsServer): Iterable<Socket> {
  const pending = new Map<string, Socket>();
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    const [oldest] = pending.values();
    if (pending.size >= maxHandshakes) oldest?.destroy();
    pending.set(key, socket);
    socket.once('close', () => pending.delete(key));
  });
  server.on('secureConnection', (socket) => pending.delete(keyOf(socket)));
  return { [Symbol.iterator]: () => [...pending.values()][Symbol.iterator]() };
}
