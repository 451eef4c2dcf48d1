import { randomUUID } from 'node:crypto';
import {
  isRunnerMessageKind,
  ProductError,
  type RobotKind,
  type RunnerRequest,
  runnerMessages,
} from '@cellwright/domain';
import type { WebSocket } from 'ws';
import type { Identity } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import type { RunnerDesk } from '../rpc/runner-desk.ts';
import { type AdmissionDeps, admitSocket, parsePacket, socketCloseCodes } from './admit-socket.ts';
import { type ReadRequest, readRequest } from './runner-request.ts';

/** Bytes a slow reader may leave unread; beyond it is closed rather than fed from memory. */
const maxUnreadBytes = 2 * 1024 * 1024;
/** Requests of one socket that may wait for their answer. */
const maxOpenRequests = 64;

const emergencyPayload = runnerMessages.emergencyStop.payload;

export interface RunnerSocketDeps extends AdmissionDeps {
  readonly desk: RunnerDesk;
  readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
}

/** One client on the runner socket of one robot: who it is, its requests, and the state it follows. */
export function serveRunnerSocket(
  deps: RunnerSocketDeps,
  socket: WebSocket,
  robotKind: RobotKind,
  isLoopback: boolean,
): void {
  const { desk, feeds, log } = deps;
  const sessionID = randomUUID();
  let openRequests = 0;
  let stopListening: (() => void) | undefined;

  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
  const answer = async (caller: Identity, read: ReadRequest): Promise<void> => {
    if (!read.ok) return send(refusal(read.id, read.refusal));
    const { request, isStop } = read;
    if (openRequests >= maxOpenRequests && !isStop) {
      const busy = new ProductError('rate_limited', 'Too many requests wait for their answer; try again');
      return send(refusal(request.id, busy));
    }
    openRequests++;
    try {
      send(await forward(desk, robotKind, sessionID, caller, request));
    } catch (error) {
      if (!(error instanceof ProductError))
        log.error('a runner request failed unexpectedly', { kind: request.kind, error });
      send(refusal(request.id, error));
    } finally {
      openRequests--;
    }
  };

  admitSocket(deps, socket, isLoopback, {
    onAdmitted({ name, permissions }) {
      send(JSON.stringify({ kind: 'authenticated', sessionID, name, permissions }));
      stopListening = feeds[robotKind].listen({ onSnapshot: send, onPatch: send, onFrame: send });
    },
    onMessage(data, identity) {
      const packet = parsePacket(data);
      if (packet === undefined) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
      else void answer(identity, readRequest(packet, String(data)));
    },
    onGone() {
      stopListening?.();
      desk.endSession(robotKind, sessionID).catch((error: unknown) => log.warn('could not end a session', { error }));
    },
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
