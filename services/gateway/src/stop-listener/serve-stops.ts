import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorTable, ProductError } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { Logger, TLSFiles } from '@cellwright/service-kit';
import type { Authenticator } from '../domain/access-replica.ts';
import { maxHeaderBytes } from '../door/header-bytes.ts';
import { paceReading } from '../door/paced-reading.ts';
import { createReadingTurns } from '../door/reading-turns.ts';
import { createTLSServer, type TLSServer } from '../door/tls-server.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import { isLoopback, recogniseStop } from '../http/authentication.ts';
import { isOwnHost } from '../http/foreign-pages.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { shownSecretOf } from '../http/shown-secret.ts';
import type { SessionClient } from '../rpc/session-client.ts';

const stopPath = /^\/api\/v1\/cell\/robots\/(?<robotKind>[a-z]{1,16})\/(?<stop>stop|emergency-stop)(?:\?|$)/;
/** Maximum of connections without a known token; a new one replaces the oldest. */
const maxStrangers = 64;
const timeouts = { headersTimeout: 2000, requestTimeout: 2000, connectionsCheckingInterval: 500 };
/** Time for which an admitted client can keep its connection, so that its next stop needs no new one, ms. */
const keepAliveTimeout = 60_000;

export interface StopServerDeps {
  readonly authenticator: Authenticator;
  readonly stop: SessionClient['stop'];
  readonly log: Logger;
}

/** Servers of the stop listener, which share their limits. */
export interface StopServers {
  readonly plain: Server;
  /** Undefined without a certificate. */
  readonly tls: TLSServer | undefined;
}

/**
 * Creates HTTP and HTTPS servers that accept stops and health checks, and close every other connection. The Host header
 * is not checked: a stop needs a token, or a session and a page of this host.
 */
export function createStopServers({ authenticator, stop, log }: StopServerDeps, files?: TLSFiles): StopServers {
  const strangers = new Set<Socket>();
  const refused = new WeakSet<Socket>();
  const turns = createReadingTurns({ budgetMS: 2 });

  const send = (response: ServerResponse, status: number, body: object): void => {
    const text = JSON.stringify(body);
    response
      .writeHead(status, {
        ...apiHeaders,
        ...pageHeadersFor(response.req),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  };
  /** Stops parsing the connection. */
  const refuse = (response: ServerResponse, error: unknown): void => {
    const isTyped = error instanceof ProductError;
    if (!isTyped) log.error('a stop failed unexpectedly', { error });
    const code = isTyped ? error.code : 'internal_server_error';
    response.shouldKeepAlive = false;
    refused.add(response.req.socket);
    send(response, errorTable[code].http, { error: code, message: isTyped ? error.message : 'The stop failed' });
  };
  const takeStop = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { robotKind, isEmergency } = readStop(request);
    const verification = authenticator.introduce(shownSecretOf(request).token);
    if (verification) await verification;
    const identity = recogniseStop(authenticator, request, isLoopback(request.socket.remoteAddress ?? ''));
    strangers.delete(request.socket);
    const caller = { ...identity, door: httpDoorOf(identity), isPage: false };
    const stopEpoch = await stop(robotKind, randomUUID(), caller, { isEmergency, reason: 'over the stop listener' });
    send(response, 200, { stopEpoch });
  };

  const options = { ...timeouts, keepAliveTimeout, maxHeaderSize: maxHeaderBytes };
  const plain = createServer(options, (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    request.resume();
    if (request.method === 'GET' && /^\/health\/(live|ready)$/.test(request.url ?? '')) {
      response.shouldKeepAlive = false;
      refused.add(socket);
      return send(response, 200, { status: 'ok' });
    }
    // A browser sends a preflight request before a token from a page of the gateway, which is on another port.
    if (request.method === 'OPTIONS' && stopPath.test(request.url ?? '')) {
      response.shouldKeepAlive = false;
      refused.add(socket);
      return void response.writeHead(204, { ...apiHeaders, ...pageHeadersFor(request) }).end();
    }
    takeStop(request, response).catch((error: unknown) => refuse(response, error));
  });
  const admit = (socket: Socket): void => {
    const source = socket.remoteAddress ?? '';
    paceReading(socket, { turns: () => turns, source, isDiscarded: () => refused.has(socket) });
    socket.setNoDelay(true);
    const [oldest] = strangers;
    if (strangers.size >= maxStrangers) oldest?.destroy();
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
  };
  plain.on('connection', admit);
  plain.on('upgrade', (_request, socket) => socket.destroy());
  const tls = files && createTLSServer(plain, files, options);
  tls?.server.on('secureConnection', admit);
  return { plain, tls };
}

/** Returns headers that let a page of the gateway read the response. */
function pageHeadersFor({ headers: { origin, host } }: IncomingMessage): Readonly<Record<string, string>> {
  if (!isOwnHost(origin, host)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization',
    vary: 'origin',
  };
}

/** @throws ProductError not_found for requests other than stops, forbidden for a page of another origin. */
function readStop({ method, url = '', headers }: IncomingMessage): { robotKind: RobotKind; isEmergency: boolean } {
  const { robotKind, stop } = stopPath.exec(url)?.groups ?? {};
  const kind = robotKindSchema.safeParse(robotKind);
  if (method !== 'POST' || !kind.success)
    throw new ProductError('not_found', 'This port accepts stops only: POST /api/v1/cell/robots/{robotKind}/stop');
  const isByCookie = headers.authorization === undefined && headers.cookie !== undefined;
  if (isByCookie && headers.origin !== undefined && !isOwnHost(headers.origin, headers.host))
    throw new ProductError(
      'forbidden',
      'A page of another origin is not allowed to do this. Open the page of this cell',
    );
  return { robotKind: kind.data, isEmergency: stop === 'emergency-stop' };
}
