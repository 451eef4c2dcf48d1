import { randomUUID } from 'node:crypto';
import {
  authenticateMessageSchema,
  type Clock,
  isRunnerMessageKind,
  ProductError,
  type RobotKind,
  type RunnerRequest,
  runnerMessages,
  runnerRequestSchema,
} from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Identity } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import type { Authenticator } from '../rpc/authenticator.ts';
import type { RunnerDesk } from '../rpc/runner-desk.ts';

/** A client that does not say who it is within this time is shown out. */
const authenticateWithinMS = 2000;
/** Tokens of open sockets are checked this often, so that a revoked one is out within 5 s. */
const recheckEveryMS = 4000;
/** Bytes a slow reader may leave unread; beyond it is closed rather than fed from memory. */
const maxUnreadBytes = 2 * 1024 * 1024;
/** Requests of one socket that may wait for their answer. */
const maxOpenRequests = 64;

/** Close codes clients see (RFC 6455 private range). */
export const socketCloseCodes = { unauthenticated: 4401, forbidden: 4403, tooSlow: 4408, badPacket: 4400 } as const;

const emergencyPayload = runnerMessages.emergencyStop.payload;

export interface RunnerSocketDeps {
  readonly authenticator: Authenticator;
  readonly desk: RunnerDesk;
  readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One client on the runner socket of one robot: who it is, its requests, and the state it follows. */
export function serveRunnerSocket(
  deps: RunnerSocketDeps,
  socket: WebSocket,
  robotKind: RobotKind,
  isLoopback: boolean,
): void {
  const { authenticator, desk, feeds, clock, log } = deps;
  const sessionID = randomUUID();
  let identity: Identity | undefined;
  let token = '';
  let openRequests = 0;
  let stopListening: (() => void) | undefined;
  /** What a client sends behind its first message, before that was answered. */
  let early: unknown[] | undefined;
  let cancelTimer = clock.schedule(authenticateWithinMS, () =>
    socket.close(socketCloseCodes.unauthenticated, 'Send { kind: "authenticate", token } first'),
  );

  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
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
  const authenticate = async (packet: unknown): Promise<void> => {
    const message = authenticateMessageSchema.safeParse(packet);
    if (!message.success) {
      socket.close(socketCloseCodes.unauthenticated, 'Send { kind: "authenticate", token } first');
      return;
    }
    try {
      token = message.data.token;
      identity = await authenticator.authenticate(token, isLoopback);
    } catch (error) {
      socket.close(socketCloseCodes.unauthenticated, error instanceof ProductError ? error.message : 'Try again later');
      return;
    }
    cancelTimer();
    send(JSON.stringify({ kind: 'authenticated', sessionID, name: identity.name, permissions: identity.permissions }));
    stopListening = feeds[robotKind].listen({ onSnapshot: send, onPatch: send, onFrame: send });
    recheck();
    for (const waiting of early ?? []) void answer(identity, waiting);
  };
  const answer = async (caller: Identity, packet: unknown): Promise<void> => {
    const request = runnerRequestSchema.safeParse(packet);
    if (!request.success) {
      const id = idOf(packet);
      send(refusal(id, new ProductError('request_failed_validation', `Bad packet: ${z.prettifyError(request.error)}`)));
      return;
    }
    if (openRequests >= maxOpenRequests && request.data.kind !== 'stop' && request.data.kind !== 'emergencyStop') {
      send(
        refusal(
          request.data.id,
          new ProductError('rate_limited', 'Too many requests wait for their answer; try again'),
        ),
      );
      return;
    }
    openRequests++;
    try {
      send(await forward(desk, robotKind, sessionID, caller, request.data));
    } catch (error) {
      if (!(error instanceof ProductError))
        log.error('a runner request failed unexpectedly', { kind: request.data.kind, error });
      send(refusal(request.data.id, error));
    } finally {
      openRequests--;
    }
  };

  socket.on('message', (data, isBinary) => {
    const packet = isBinary ? undefined : parsePacket(String(data));
    if (packet === undefined) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else if (identity) void answer(identity, packet);
    else if (!early) {
      early = [];
      void authenticate(packet);
    } else if (early.length < maxOpenRequests) early.push(packet);
    else socket.close(socketCloseCodes.badPacket, 'Wait until you are authenticated');
  });
  socket.on('error', (error) => log.debug('socket error', { error }));
  socket.on('close', () => {
    cancelTimer();
    stopListening?.();
    if (identity)
      desk.endSession(robotKind, sessionID).catch((error: unknown) => log.warn('could not end a session', { error }));
  });
}

/** Stops take the short way; everything else is checked for its permission and sent on. */
async function forward(
  desk: RunnerDesk,
  robotKind: RobotKind,
  sessionID: string,
  caller: Identity,
  request: RunnerRequest,
): Promise<string> {
  if (request.kind === 'stop' || request.kind === 'emergencyStop') {
    // A stop is never refused for a malformed reason.
    const payload = emergencyPayload.safeParse(request.payload ?? {});
    const stopEpoch = await desk.stop(robotKind, sessionID, caller, {
      isEmergency: request.kind === 'emergencyStop',
      reason: payload.success ? (payload.data.reason ?? '') : '',
    });
    return JSON.stringify({ kind: 'response', id: request.id, ok: true, result: { stopEpoch } });
  }
  if (!isRunnerMessageKind(request.kind)) {
    throw new ProductError('request_failed_validation', `unknown message kind '${request.kind}'`);
  }
  if (runnerMessages[request.kind].control !== 'signedIn') requirePermission(caller, 'connectToRobot');
  return desk.send(robotKind, sessionID, caller, request);
}

function refusal(id: string, error: unknown): string {
  const { code, message, details } =
    error instanceof ProductError
      ? error
      : new ProductError('internal_server_error', 'Something went wrong; try again');
  return JSON.stringify({ kind: 'response', id, ok: false, error: { code, message, details } });
}

function parsePacket(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

function idOf(packet: unknown): string {
  const parsed = z.looseObject({ id: z.string().max(128) }).safeParse(packet);
  return parsed.success ? parsed.data.id : '';
}
