import { authenticateMessageSchema, type Clock, ProductError } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Identity } from '../domain/identity.ts';
import { isLocal } from '../http/authentication.ts';
import { sessionSecretOf } from '../http/session-cookie.ts';
import { maxMessageBytes } from './open-sockets.ts';

/** A client that does not say who it is within this time is shown out. */
const authenticateWithinMS = 2000;
/** Tokens of open sockets are checked at every change of access, and this often, so that an expired one is out, too. */
const recheckEveryMS = 1000;
/** Messages that may come while a token is being verified. */
const maxEarly = 64;
const authenticateFirst = 'Send { kind: "authenticate", token } first';

/** Close codes clients see: RFC 6455's own, and its private range. */
export const socketCloseCodes = {
  tooLong: 1009,
  tryLater: 1013,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  badPacket: 4400,
} as const;

export interface AdmissionDeps {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who opened a socket. */
export interface SocketCaller {
  /** Whether it is on this machine. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** The secret in its cookie, which lets it in without a message. */
  readonly cookieSecret: string | undefined;
}

export function socketCallerOf(request: FastifyRequest): SocketCaller {
  return { address: request.ip, isLoopback: isLocal(request), cookieSecret: sessionSecretOf(request.headers) };
}

/** What a socket is for, once it is known whose it is. */
export interface Visit {
  /** Of one message of an admitted client. Default 1 MiB, which is also what holds before. */
  readonly maxMessageBytes?: number;
  onAdmitted(identity: Identity): void;
  /** JSON text, not yet parsed. `identity` is as it was at the last check. */
  onMessage(data: RawData, identity: Identity): void;
  /** It was not let in. */
  onRefused?(error: unknown): void;
  /** After an admitted client has gone. */
  onGone(): void;
}

/** Lets a client in whose first message is a good token, and shows it out at once when the token is no longer good. */
export function admitSocket(deps: AdmissionDeps, socket: WebSocket, caller: SocketCaller, visit: Visit): void {
  const { authenticator, clock, log } = deps;
  const { isLoopback, cookieSecret } = caller;
  let isFirst = true;
  let isIn = false;
  /** What came while a token was being verified; undefined when none is. */
  let early: [RawData, boolean][] | undefined;
  let identity: Identity | undefined;
  let cancelTimer = clock.schedule(authenticateWithinMS, () =>
    socket.close(socketCloseCodes.unauthenticated, authenticateFirst),
  );
  let stopListening: () => void = () => undefined;

  const recheckWith = (token: string): void => {
    const check = (): void => {
      try {
        identity = authenticator.recognise(token, isLoopback);
      } catch (error) {
        socket.close(closeCodeOf(error), reasonOf(error));
      }
    };
    const checkNowAndThen = (): void => {
      check();
      cancelTimer = clock.schedule(recheckEveryMS, checkNowAndThen);
    };
    stopListening = authenticator.onChange(check);
    cancelTimer = clock.schedule(recheckEveryMS, checkNowAndThen);
  };
  const admit = (data: RawData): void => {
    const packet = parsePacket(data);
    const message = authenticateMessageSchema.safeParse(packet);
    if (packet === undefined) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (!message.success) socket.close(socketCloseCodes.unauthenticated, authenticateFirst);
    else void admitWith(message.data.token);
  };
  const admitWith = async (token: string, isCookie = false): Promise<void> => {
    const held: [RawData, boolean][] = [];
    early = held;
    try {
      await authenticator.introduce(token);
      if (socket.readyState !== socket.OPEN) return;
      identity = authenticator.recognise(token, isLoopback);
    } catch (error) {
      // A browser whose session has ended may still show a token.
      if (!isCookie) {
        visit.onRefused?.(error);
        return socket.close(closeCodeOf(error), reasonOf(error));
      }
    } finally {
      early = undefined;
    }
    if (identity) letIn(identity, token);
    for (const [data, isBinary] of held) take(data, isBinary);
  };
  const letIn = (arrived: Identity, token: string): void => {
    cancelTimer();
    stopListening();
    recheckWith(token);
    if (!isIn) visit.onAdmitted(arrived);
    isIn = true;
  };

  const take = (data: RawData, isBinary: boolean): void => {
    // A client that was shown out has nothing more to say, however long it takes to leave.
    if (socket.readyState !== socket.OPEN) return;
    const limit = (identity && visit.maxMessageBytes) ?? maxMessageBytes;
    if (isBinary) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (lengthOf(data) > limit) socket.close(socketCloseCodes.tooLong, `A message has at most ${limit} bytes`);
    else if (identity && !(isFirst && isAuthentication(data))) visit.onMessage(data, identity);
    else admit(data);
    isFirst = false;
  };
  socket.on('message', (data, isBinary) => {
    if (!early) take(data, isBinary);
    else if (early.length < maxEarly) early.push([data, isBinary]);
    else socket.close(socketCloseCodes.tooSlow, 'Wait until you are let in');
  });
  if (cookieSecret !== undefined) void admitWith(cookieSecret, true);
  socket.on('error', (error) => log.debug('socket error', { error }));
  socket.on('close', () => {
    cancelTimer();
    stopListening();
    if (identity) visit.onGone();
  });
}

/** A client that is in by its cookie may say all the same who it is. */
function isAuthentication(data: RawData): boolean {
  return lengthOf(data) <= 4096 && authenticateMessageSchema.safeParse(parsePacket(data)).success;
}

/** What a client that may not stay is told by number. */
export function closeCodeOf(error: unknown): number {
  if (!(error instanceof ProductError)) return socketCloseCodes.tryLater;
  if (error.code === 'forbidden') return socketCloseCodes.forbidden;
  return error.code === 'authorization_required' ? socketCloseCodes.unauthenticated : socketCloseCodes.tryLater;
}

/** A close frame has room for 123 bytes of reason. */
function reasonOf(error: unknown): string {
  const text = error instanceof ProductError ? error.message : 'Try again later';
  return Buffer.from(text)
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

export function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
}

/** Undefined for what is not JSON, and for null. */
export function parsePacket(data: RawData): unknown {
  try {
    return JSON.parse(String(data)) ?? undefined;
  } catch {
    return undefined;
  }
}
