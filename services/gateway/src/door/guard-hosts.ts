import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorTable, ProductError } from '@cellwright/domain/basics';
import { isRobotAPIPath, knownCodeOf } from '../domain/known-codes.ts';
import { type KnownHosts, unknownHostError } from '../http/known-hosts.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { Connections } from './connections.ts';
import { usualHeaderBytes } from './header-bytes.ts';
import { isStopRequest } from './stop-requests.ts';

/**
 * Probes and scrapers use the addresses of a cluster, and read nothing that must be hidden from a page of another site.
 */
const exemptPath = /^\/(?:health\/|metrics(?:\?|$))/;

/**
 * Refuses requests and upgrades with an unknown Host header or a very long address before any other processing: headers
 * may be long, but an address is taken apart, which takes time. Call it after all listeners of
 * the server were added. A stop is never refused for its Host: it needs a token or a session of this origin.
 */
export function guardHosts(server: Server, hosts: KnownHosts, connections: Connections): void {
  const isAdmitted = (request: IncomingMessage): boolean => {
    const { method, url = '', headers, socket } = request;
    if (isTooLong(request)) return false;
    return hosts.isKnown(headers.host, socket) || exemptPath.test(url) || isStopRequest(method, url);
  };
  const guard = (event: 'request' | 'upgrade', refuse: (request: IncomingMessage, rest: unknown[]) => void): void => {
    const listeners = server.listeners(event);
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      if (!isAdmitted(request)) return refuse(request, rest);
      for (const listener of listeners) listener.call(server, request, ...rest);
    });
  };
  guard('request', (request, rest) => {
    const connection = connections.of(request.socket);
    // Requests that were pipelined after a refused one are not parsed.
    if (connection.isClosing) return;
    connection.isClosing = true;
    const { status, headers, body } = refusalOf(request);
    for (const response of rest) {
      if (!isResponse(response)) continue;
      response.shouldKeepAlive = false;
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
    }
  });
  guard('upgrade', (request) => refuseUpgrade(request.socket, refusalOf(request)));
}

const tooLongAddress = new ProductError('request_failed_validation', 'The address is longer than 16 KiB');

interface HostRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function isTooLong({ url = '' }: IncomingMessage): boolean {
  return url.length > usualHeaderBytes;
}

function refusalOf(request: IncomingMessage): HostRefusal {
  const { headers, url } = request;
  const { code, message } = isTooLong(request) ? tooLongAddress : unknownHostError(headers.host);
  const body = JSON.stringify({ error: isRobotAPIPath(url) ? knownCodeOf(code) : code, message });
  return {
    status: errorTable[code].http,
    headers: {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

function refuseUpgrade(socket: Duplex, { status, headers, body }: HostRefusal): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.once('error', () => undefined);
  socket.end(`${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`);
}

function isResponse(value: unknown): value is ServerResponse {
  return typeof value === 'object' && value !== null && 'writeHead' in value;
}
