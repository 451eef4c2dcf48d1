import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection, Connections } from './connections.ts';
import type { DoorLimits } from './limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { type Refusal, refusals } from './refuse.ts';
import { isStopRequest } from './stop-requests.ts';

/**
 * Number of stops of one connection that take precedence over all other requests; more of them would not help the
 * first.
 */
const maxStopsAtOnce = 8;
/** Number of refusals after which a client is disconnected. */
const maxRefusals = 200;

/** Returns the key of the signed-in caller that a request names by a token known here; undefined for other clients. */
export type FindCaller = (request: IncomingMessage) => string | undefined;

export interface AdmissionLimits {
  readonly limits: DoorLimits;
  readonly connections: Connections;
  /** Requests that need no token, by signed-in caller, otherwise by address. */
  readonly openRequests: RateLimit;
  /** Requests for files of the browser UI, likewise. Several tablets may share an address. */
  readonly fileRequests: RateLimit;
  readonly findCaller: FindCaller;
}

/**
 * Decides before the processing of a request whether it begins, waits or is refused. Stops go first and are never
 * refused; the liveness check does not wait for other clients.
 */
export function admitRequests(deps: AdmissionLimits, handle: RequestListener): RequestListener {
  const { limits, connections, openRequests, fileRequests, findCaller } = deps;

  const begin = (connection: Connection, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (connections.isDraining) response.shouldKeepAlive = false;
    connection.open++;
    if (connection.open >= limits.DOOR_MAX_REQUESTS_AT_ONCE) connection.lane.pause();
    response.once('close', () => {
      connection.open--;
      if (connection.open < limits.DOOR_MAX_REQUESTS_AT_ONCE) connection.lane.resume();
    });
    // The queue is empty: the rest of this request and further ones can arrive.
    if (connection.lane.waiting === 0 && socket.isPaused()) socket.resume();
    handle(request, response);
  };
  const beginStop = (connection: Connection, request: IncomingMessage, response: ServerResponse): void => {
    connection.openStops++;
    response.once('close', () => connection.openStops--);
    handle(request, response);
  };
  const refuse = (connection: Connection, response: ServerResponse, refusal: Refusal, options: RefusalOptions) => {
    const thenClose = options.thenClose || ++connection.refusals > maxRefusals;
    if (thenClose) connections.cutOff(connection);
    refusal.send(response, { retryAfterSeconds: options.retryAfterSeconds, thenClose });
    if (thenClose) closeSoon(response.req.socket);
  };
  /** Returns the key of the caller, whose connection is admitted. */
  const meet = (connection: Connection, request: IncomingMessage): string | undefined => {
    const caller = findCaller(request);
    if (caller === undefined) connection.isKnown = false;
    else connections.admitKnown(request.socket);
    return caller;
  };

  return (request, response) => {
    const connection = connections.of(request.socket);
    const { lane, source } = connection;
    if (isStopRequest(request.method, request.url) && connection.openStops < maxStopsAtOnce)
      return beginStop(connection, request, response);
    if (connection.isClosing) return;
    const caller = meet(connection, request);
    const { place } = connection;
    if (place === 'beyond all') return refuse(connection, response, refusals.tooManyConnections, closing);
    if (place === 'beyond its source') return refuse(connection, response, refusals.tooManyFromSource, closing);
    const bound = isUIFile(request) ? fileRequests : openRequests;
    const isOpen = caller === undefined || isOpenAddress(request.url);
    if (isOpen && !bound.take(caller ?? source)) {
      const retryAfterSeconds = bound.secondsUntil(caller ?? source);
      return refuse(connection, response, refusals.tooManyOpen, { retryAfterSeconds, thenClose: false });
    }
    // One at a time per connection: liveness must not depend on earlier requests of others.
    if (isLivenessCheck(request) && connection.open === 0 && lane.waiting === 0)
      return begin(connection, request, response);
    const isFull = lane.waiting >= limits.DOOR_MAX_REQUESTS_WAITING;
    if (isFull || connections.waiting >= limits.DOOR_MAX_REQUESTS_WAITING_TOTAL)
      return refuse(connection, response, refusals.tooManyWaiting, closing);
    lane.push(() => begin(connection, request, response));
    // Data that was already read waits here; the rest waits at its sender.
    if (lane.waiting > 0) request.socket.pause();
  };
}

interface RefusalOptions {
  readonly retryAfterSeconds: number;
  readonly thenClose: boolean;
}
const closing: RefusalOptions = { retryAfterSeconds: 1, thenClose: true };

/** Closes a connection soon, without waiting for the client. */
function closeSoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 2000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

function isLivenessCheck({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url === '/health/live';
}

function isUIFile({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.startsWith('/assets/');
}

function isOpenAddress(url = ''): boolean {
  return !url.startsWith('/api/') || url.startsWith('/api/v1/openapi.json');
}
