import { randomUUID } from 'node:crypto';
import { type ErrorCode, ProductError } from '@cellwright/domain/basics';
import { isAuditedMessage } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import { isRunnerMessageKind, type RunnerRequest, runnerMessages } from '@cellwright/domain/runner-socket';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';
import type { AuditQueue } from '../domain/audit-queue.ts';
import { clientIDOf, type Identity } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import type { FairTurns, Lane } from '../door/fair-turns.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import type { SessionClient } from '../rpc/session-client.ts';
import {
  type AdmissionDeps,
  type AheadOfParser,
  admitSocket,
  lengthOf,
  parsePacket,
  type SocketCaller,
  type SocketHandler,
  socketCloseCodes,
} from './admit-socket.ts';
import { maxMessageBytes } from './open-sockets.ts';
import { PacedWriter } from './paced-writer.ts';
import { mayBeStop, type ReadRequest, readRequest } from './runner-request.ts';
import { shareAnswers } from './share-answers.ts';

/** Maximum of concurrent requests of one socket; the next waits until one is answered. */
const maxOpenRequests = 16;
/** Maximum of waiting messages of one socket, and their bytes; a client that sends more is disconnected. */
const maxWaiting = { messages: 4096, bytes: 4 * maxMessageBytes };

/** Begins the text of every snapshot; a response has another kind. */
const snapshotHead = '{"kind":"snapshot",';

const emergencyPayload = runnerMessages.emergencyStop.payload;

export interface RunnerSocketDeps extends AdmissionDeps {
  readonly sessionClient: SessionClient;
  readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
  readonly line: Pick<RobotLine, 'catchUp'>;
  readonly audit: Pick<AuditQueue, 'note'>;
  /** Shares the event loop among sockets. */
  readonly turns: FairTurns;
}

/** Serves a client on the runner socket of one robot: its identity, its requests, and the state it follows. */
export function serveRunnerSocket(deps: RunnerSocketDeps, socket: WebSocket, visit: RunnerVisit): void {
  admitSocket(deps, socket, visit.caller, new RunnerSocketHandler(deps, socket, visit));
}

/** Client of the runner socket of one robot. */
export interface RunnerVisit {
  readonly robotKind: RobotKind;
  readonly caller: SocketCaller;
  /** Finds stops in its bytes before they are parsed. */
  readonly ahead: AheadOfParser | undefined;
}

class RunnerSocketHandler implements SocketHandler {
  readonly ahead: AheadOfParser | undefined;
  readonly #deps: RunnerSocketDeps;
  readonly #socket: WebSocket;
  readonly #robotKind: RobotKind;
  readonly #caller: SocketCaller;
  readonly #sessionID = randomUUID();
  readonly #lane: Lane;
  readonly #writer: PacedWriter;
  #openRequests = 0;
  /** Stops of this client so far, also those that are not parsed yet. */
  #stops = 0;
  #waitingBytes = 0;
  #stopListening: (() => void) | undefined;
  /** Limits a client that requests the state repeatedly to one response at a time. */
  readonly #snapshots = shareAnswers(({ caller, request }: { id: string; caller: Identity; request: RunnerRequest }) =>
    this.#readState(caller, request),
  );

  constructor(deps: RunnerSocketDeps, socket: WebSocket, { robotKind, caller, ahead }: RunnerVisit) {
    this.ahead = ahead;
    this.#deps = deps;
    this.#socket = socket;
    this.#robotKind = robotKind;
    this.#caller = caller;
    this.#lane = deps.turns.openLane();
    this.#writer = new PacedWriter(socket, deps.clock);
  }

  onRefused(error: unknown): void {
    this.#deps.audit.note({
      door: 'socket',
      action: 'authenticate',
      target: this.#target,
      code: codeOf(error),
      source: this.#caller.address,
    });
  }

  onAdmitted(identity: Identity): void {
    const send = (text: string) => this.#writer.send(text);
    this.onChanged(identity);
    const feed = this.#deps.feeds[this.#robotKind];
    this.#stopListening = feed.listen({ onSnapshot: send, onPatch: send, onFrame: send });
  }

  onChanged(identity: Identity): void {
    const { name, permissions } = identity;
    const clientID = clientIDOf(identity);
    const sessionID = this.#sessionID;
    // The clocks of clients differ from the cell's.
    const at = this.#deps.clock.wallNow().toISOString();
    this.#writer.send(JSON.stringify({ kind: 'authenticated', sessionID, clientID, name, permissions, at }));
  }

  onMessage(data: RawData, identity: Identity): void {
    // A stop is read before earlier messages of the client.
    if (mayBeStop(data)) this.#read(data, identity);
    else if (this.#lane.waiting >= maxWaiting.messages || this.#waitingBytes > maxWaiting.bytes)
      this.#socket.close(socketCloseCodes.tooSlow, 'Too many pending messages. Wait for their responses');
    else this.#queue(data, identity);
  }

  isUrgent(data: RawData): boolean {
    return mayBeStop(data);
  }

  #queue(data: RawData, identity: Identity): void {
    const byteLength = lengthOf(data);
    this.#waitingBytes += byteLength;
    const stopsBefore = this.#stops - (this.ahead?.pending ?? 0);
    this.#lane.push(() => {
      this.#waitingBytes -= byteLength;
      this.#read(data, identity, stopsBefore);
    });
  }

  onGone(): void {
    this.#lane.close();
    this.#stopListening?.();
    const { sessionClient, log } = this.#deps;
    sessionClient
      .endSession(this.#robotKind, this.#sessionID)
      .catch((error: unknown) => log.warn('could not end a session', { error }));
  }

  get #target(): string {
    return `robots/${this.#robotKind}`;
  }

  /** @param stopsBefore number of stops that the client sent before this message */
  #read(data: RawData, identity: Identity, stopsBefore = this.#stops): void {
    const packet = parsePacket(data);
    if (packet === undefined) this.#socket.close(socketCloseCodes.badPacket, 'Bad packet: send JSON text');
    else void this.#answer(identity, readRequest(packet, String(data)), stopsBefore);
  }

  async #answer(caller: Identity, read: ReadRequest, stopsBefore: number): Promise<void> {
    if (!read.ok) return this.#refuse(caller, read.id, 'unreadable', read.refusal);
    const { request, isStop } = read;
    if (isStop) this.#stops++;
    else if (this.#stops > stopsBefore && mayMove(request))
      return this.#refuse(caller, request.id, request.kind, overtaken());
    const { authenticator, log } = this.#deps;
    // Stops are not counted: they wait for nothing, and nothing waits for them.
    if (!isStop && ++this.#openRequests >= maxOpenRequests) this.#lane.pause();
    try {
      if (!isStop) authenticator.requireFresh(caller);
      const isSnapshot = request.kind === 'getStateSnapshot';
      const shared = isSnapshot ? this.#snapshots({ id: request.id, caller, request }) : undefined;
      const text = await (shared ?? this.#forward(caller, request));
      if (isStop) this.#writer.send(text);
      else await this.#writer.answer(text);
    } catch (error) {
      if (!(error instanceof ProductError))
        log.error('a runner request failed unexpectedly', { kind: request.kind, error });
      this.#refuse(caller, request.id, request.kind, error);
    } finally {
      if (!isStop && --this.#openRequests < maxOpenRequests) this.#lane.resume();
    }
  }

  #refuse(subject: Identity, id: string, kind: string, error: unknown): void {
    this.#writer.send(refusal(id, error));
    if (!isAuditedMessage(kind)) return;
    const robotKind = this.#robotKind;
    const action = `runner.${kind}`;
    this.#deps.audit.note({ subject, door: 'socket', action, target: this.#target, code: codeOf(error), robotKind });
  }

  /**
   * Returns the state of the session from the replica, as new as the request: writing a large one takes the commander of
   * the arm tens of milliseconds. Forwards the request if the replica does not receive the newest state.
   */
  async #readState(caller: Identity, request: RunnerRequest): Promise<string> {
    const robotKind = this.#robotKind;
    const { feeds, line } = this.#deps;
    const text = (await line.catchUp(robotKind)) ? await feeds[robotKind].snapshotText() : undefined;
    if (text === undefined) return this.#forward(caller, request);
    const head = JSON.stringify({ kind: 'response', id: request.id, ok: true }).slice(0, -1);
    return `${head},"result":{${text.slice(snapshotHead.length)}}`;
  }

  /** Sends stops directly; checks the permission of all other messages and forwards them. */
  async #forward(identity: Identity, request: RunnerRequest): Promise<string> {
    const { sessionClient } = this.#deps;
    const caller = { ...identity, isPage: this.#caller.isPage };
    if (request.kind === 'stop' || request.kind === 'emergencyStop') {
      // A stop is never rejected for a malformed reason.
      const payload = emergencyPayload.safeParse(request.payload ?? {});
      const stopEpoch = await sessionClient.stop(this.#robotKind, this.#sessionID, caller, {
        isEmergency: request.kind === 'emergencyStop',
        reason: payload.success ? (payload.data.reason ?? '') : '',
      });
      return JSON.stringify({ kind: 'response', id: request.id, ok: true, result: { stopEpoch } });
    }
    if (!isRunnerMessageKind(request.kind)) {
      throw new ProductError('request_failed_validation', `unknown message kind '${request.kind}'`);
    }
    if (runnerMessages[request.kind].control !== 'signedIn') requirePermission(caller, 'connectToRobot');
    return sessionClient.send(this.#robotKind, this.#sessionID, caller, request);
  }
}

const engagedSchema = z.object({ state: z.literal('engaged') });

/** True for a command that must not be carried out after a stop that the client sent later. */
function mayMove({ kind, payload }: RunnerRequest): boolean {
  const isCalming = kind === 'setBrakes' && engagedSchema.safeParse(payload).success;
  return !isCalming && isRunnerMessageKind(kind) && runnerMessages[kind].control === 'lease';
}

function overtaken(): ProductError {
  return new ProductError('conflict', 'A stop was requested first. Send it again if you still need it');
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof ProductError ? error.code : 'internal_server_error';
}

function refusal(id: string, error: unknown): string {
  const { code, message, details } =
    error instanceof ProductError
      ? error
      : new ProductError('internal_server_error', 'Something went wrong. Try again');
  return JSON.stringify({ kind: 'response', id, ok: false, error: { code, message, details } });
}
