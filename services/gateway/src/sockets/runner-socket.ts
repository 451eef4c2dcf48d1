import { randomUUID } from 'node:crypto';
import {
  isAuditedMessage,
  isRunnerMessageKind,
  ProductError,
  type RobotKind,
  type RunnerRequest,
  runnerMessages,
} from '@cellwright/domain';
import type { RawData, WebSocket } from 'ws';
import type { AuditQueue } from '../domain/audit-queue.ts';
import type { Identity } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import type { FairTurns } from '../door/fair-turns.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import type { RunnerDesk } from '../rpc/runner-desk.ts';
import {
  type AdmissionDeps,
  admitSocket,
  lengthOf,
  parsePacket,
  type SocketCaller,
  socketCloseCodes,
} from './admit-socket.ts';
import { maxMessageBytes } from './open-sockets.ts';
import { mayBeStop, type ReadRequest, readRequest } from './runner-request.ts';
import { shareAnswers } from './share-answers.ts';

/** Bytes a slow reader may leave unread; beyond it is closed rather than fed from memory. */
const maxUnreadBytes = 1024 * 1024;
/** Requests of one socket that are worked on at a time; the next waits until one is answered. */
const maxOpenRequests = 16;
/** Messages of one socket that may wait to be read, and their bytes; a client that sends more is shown out. */
const maxWaiting = { messages: 4096, bytes: 4 * maxMessageBytes };

const emergencyPayload = runnerMessages.emergencyStop.payload;

export interface RunnerSocketDeps extends AdmissionDeps {
  readonly desk: RunnerDesk;
  readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
  readonly audit: Pick<AuditQueue, 'note'>;
  /** Sockets share the event loop by turns. */
  readonly turns: FairTurns;
}

/** One client on the runner socket of one robot: who it is, its requests, and the state it follows. */
export function serveRunnerSocket(
  deps: RunnerSocketDeps,
  socket: WebSocket,
  robotKind: RobotKind,
  caller: SocketCaller,
): void {
  const { desk, feeds, log, authenticator, audit, turns } = deps;
  const sessionID = randomUUID();
  let openRequests = 0;
  let stopListening: (() => void) | undefined;
  const lane = turns.openLane();
  let waitingBytes = 0;

  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
  const refuse = (caller: Identity, id: string, kind: string, error: unknown): void => {
    send(refusal(id, error));
    if (!isAuditedMessage(kind)) return;
    const code = error instanceof ProductError ? error.code : 'internal_server_error';
    const target = `robots/${robotKind}`;
    audit.note({ subject: caller, door: 'socket', action: `runner.${kind}`, target, code, robotKind });
  };
  /** A client that asks for the state over and over costs the arm's commander one answer at a time. */
  const snapshots = shareAnswers(({ caller, request }: { id: string; caller: Identity; request: RunnerRequest }) =>
    forward(desk, robotKind, sessionID, caller, request),
  );
  const answer = async (caller: Identity, read: ReadRequest): Promise<void> => {
    if (!read.ok) return refuse(caller, read.id, 'unreadable', read.refusal);
    const { request, isStop } = read;
    // Stops are not counted: they wait for nothing, and nothing waits for them.
    if (!isStop && ++openRequests >= maxOpenRequests) lane.pause();
    try {
      if (!isStop) authenticator.requireFresh(caller);
      const isSnapshot = request.kind === 'getStateSnapshot';
      const ask = isSnapshot ? snapshots({ id: request.id, caller, request }) : undefined;
      send(await (ask ?? forward(desk, robotKind, sessionID, caller, request)));
    } catch (error) {
      if (!(error instanceof ProductError))
        log.error('a runner request failed unexpectedly', { kind: request.kind, error });
      refuse(caller, request.id, request.kind, error);
    } finally {
      if (!isStop && --openRequests < maxOpenRequests) lane.resume();
    }
  };

  const read = (data: RawData, identity: Identity): void => {
    const packet = parsePacket(data);
    if (packet === undefined) socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else void answer(identity, readRequest(packet, String(data)));
  };

  admitSocket(deps, socket, caller, {
    onRefused: (error) =>
      audit.note({
        door: 'socket',
        action: 'authenticate',
        target: `robots/${robotKind}`,
        code: error instanceof ProductError ? error.code : 'internal_server_error',
        source: caller.address,
      }),
    onAdmitted({ name, permissions }) {
      send(JSON.stringify({ kind: 'authenticated', sessionID, name, permissions }));
      stopListening = feeds[robotKind].listen({ onSnapshot: send, onPatch: send, onFrame: send });
    },
    onMessage(data, identity) {
      // A stop is read before what the client sent ahead of it.
      if (mayBeStop(data)) return read(data, identity);
      const byteLength = lengthOf(data);
      if (lane.waiting >= maxWaiting.messages || waitingBytes > maxWaiting.bytes)
        return socket.close(socketCloseCodes.tooSlow, 'Too many messages wait; wait for their answers');
      waitingBytes += byteLength;
      lane.push(() => {
        waitingBytes -= byteLength;
        read(data, identity);
      });
    },
    onGone() {
      lane.close();
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
