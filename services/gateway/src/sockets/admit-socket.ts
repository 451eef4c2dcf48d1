import { authenticateMessageSchema, type Clock, ProductError } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { RawData, WebSocket } from 'ws';
import type { Identity } from '../domain/identity.ts';
import type { Authenticator } from '../rpc/authenticator.ts';
import { maxMessageBytes } from './open-sockets.ts';

/** A client that does not say who it is within this time is shown out. */
const authenticateWithinMS = 2000;
/** Tokens of open sockets are checked this often, so that a revoked one is out within 5 s. */
const recheckEveryMS = 4000;
/** Messages behind the first one that wait until it was answered. */
const maxEarlyMessages = 64;
const authenticateFirst = 'Send { kind: "authenticate", token } first';

/** Close codes clients see: RFC 6455's own, and its private range. */
export const socketCloseCodes = {
  tooLong: 1009,
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

/** What a socket is for, once it is known whose it is. */
export interface Visit {
  /** Of one message of an admitted client. Default 1 MiB, which is also what holds before. */
  readonly maxMessageBytes?: number;
  onAdmitted(identity: Identity): void;
  /** JSON text, not yet parsed. `identity` is as it was at the last check. */
  onMessage(data: RawData, identity: Identity): void;
  /** After an admitted client has gone. */
  onGone(): void;
}

/** Lets a client in whose first message is a good token, and shows it out when the token is no longer good. */
export function admitSocket(deps: AdmissionDeps, socket: WebSocket, isLoopback: boolean, visit: Visit): void {
  const { authenticator, clock, log } = deps;
  let identity: Identity | undefined;
  let token = '';
  let early: RawData[] | undefined;
  let cancelTimer = clock.schedule(authenticateWithinMS, () =>
    socket.close(socketCloseCodes.unauthenticated, authenticateFirst),
  );

  const recheck = (): void => {
    cancelTimer = clock.schedule(recheckEveryMS, () => {
      authenticator.authenticate(token, isLoopback).then(
        (fresh) => {
          identity = fresh;
          recheck();
        },
        (error: unknown) => {
          // An identity service that cannot be asked is no reason to take the arm's state from an operator.
          if (error instanceof ProductError && error.code === 'authorization_required') {
            socket.close(socketCloseCodes.unauthenticated, error.message);
          } else recheck();
        },
      );
    });
  };
  const authenticate = async (data: RawData): Promise<void> => {
    const packet = parsePacket(data);
    const message = authenticateMessageSchema.safeParse(packet);
    if (packet === undefined) return socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    if (!message.success) return socket.close(socketCloseCodes.unauthenticated, authenticateFirst);
    try {
      token = message.data.token;
      identity = await authenticator.authenticate(token, isLoopback);
    } catch (error) {
      const reason = error instanceof ProductError ? error.message : 'Try again later';
      return socket.close(socketCloseCodes.unauthenticated, reason);
    }
    if (socket.readyState !== socket.OPEN) return;
    cancelTimer();
    visit.onAdmitted(identity);
    recheck();
    for (const waiting of early ?? []) visit.onMessage(waiting, identity);
  };

  socket.on('message', (data, isBinary) => {
    const limit = (identity && visit.maxMessageBytes) ?? maxMessageBytes;
    if (isBinary) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (lengthOf(data) > limit) socket.close(socketCloseCodes.tooLong, `A message has at most ${limit} bytes`);
    else if (identity) visit.onMessage(data, identity);
    else if (!early) {
      early = [];
      void authenticate(data);
    } else if (early.length < maxEarlyMessages) early.push(data);
    else socket.close(socketCloseCodes.badPacket, 'Wait until you are authenticated');
  });
  socket.on('error', (error) => log.debug('socket error', { error }));
  socket.on('close', () => {
    cancelTimer();
    if (identity) visit.onGone();
  });
}

function lengthOf(data: RawData): number {
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
