import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Clock } from '@cellwright/domain/basics';
import type { TLSFiles } from '@cellwright/service-kit';
import { admitRequests, type FindCaller } from './admit-requests.ts';
import { type Connections, createConnections } from './connections.ts';
import { maxHeaderBytes } from './header-bytes.ts';
import type { DoorLimits } from './limits.ts';
import { createRateLimit } from './rate-limit.ts';
import { createTLSServer, type TLSServer } from './tls-server.ts';

/** Interval at which the server looks for requests that do not arrive, ms. */
const timeoutCheckMS = 1000;
/** Time before closing in which responses ask clients to open another connection, ms. */
const lameDuckMS = 250;

/** HTTP server with its limits, and how it closes. */
export interface Door {
  readonly limits: DoorLimits;
  readonly connections: Connections;
  /** Decides whether a request may open a socket; the caller may not be known before its first message. */
  admitSocket(request: IncomingMessage): 'admitted' | 'too many connections' | 'too many sockets';
  /** Creates the server for a framework's handler. */
  serve(handle: RequestListener): Server;
  /** Creates the TLS server that behaves like the plain one. */
  serveTLS(plain: Server, files: TLSFiles): TLSServer;
  /** Sends clients elsewhere, and calls `close` once every accepted request is answered, or time is up. */
  drain(close: () => Promise<void>): Promise<void>;
}

export function openDoor(limits: DoorLimits, clock: Clock, findCaller: FindCaller): Door {
  const connections = createConnections(limits, clock);
  const openRequests = createRateLimit({
    burst: limits.DOOR_OPEN_BURST,
    perSecond: limits.DOOR_OPEN_PER_SECOND,
    now: () => clock.now(),
  });
  const fileRequests = createRateLimit({
    burst: limits.DOOR_FILES_BURST,
    perSecond: limits.DOOR_FILES_PER_SECOND,
    now: () => clock.now(),
  });
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: limits.DOOR_HEADERS_TIMEOUT_MS,
    requestTimeout: limits.DOOR_REQUEST_TIMEOUT_MS,
    keepAliveTimeout: limits.DOOR_KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: timeoutCheckMS,
  };
  return {
    limits,
    connections,
    admitSocket(request) {
      const { socket } = request;
      const caller = findCaller(request);
      if (caller !== undefined) connections.admitKnown(socket);
      const { place, source } = connections.of(socket);
      if (place !== 'admitted') return 'too many connections';
      return openRequests.take(caller ?? source) ? 'admitted' : 'too many sockets';
    },
    serve(handle) {
      const server = createServer(
        options,
        admitRequests({ limits, connections, openRequests, fileRequests, findCaller }, handle),
      );
      connections.watch(server);
      // Before every other listener, which may refuse the request.
      server.prependListener('request', (request) => connections.onRequest(request));
      server.prependListener('upgrade', (request, _socket, head) => connections.onUpgrade(request, head));
      return server;
    },
    serveTLS(plain, files) {
      const tls = createTLSServer(plain, files, options);
      connections.watch(tls.server);
      return tls;
    },
    async drain(close) {
      connections.drain();
      if (connections.count > 0) await clock.sleep(lameDuckMS);
      const cancel = clock.schedule(limits.DOOR_DRAIN_TIMEOUT_MS, () => connections.destroy());
      await close();
      cancel();
      connections.destroy();
    },
  };
}
