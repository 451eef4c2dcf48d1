import { randomUUID } from 'node:crypto';
import { ProductError, startOfText } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  isPlannerOperation,
  isSceneOperation,
  plannerCloseCodes,
  plannerOperations,
  plannerTimes,
  readSceneChange,
  type SceneOperation,
} from '@cellwright/domain/motion';
import type { RobotKind } from '@cellwright/domain/robot';
import { type CallProof, proofHeaders, tlsClientOptions } from '@cellwright/service-kit/callers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawData, WebSocket } from 'ws';
import * as z from 'zod';
import type { Identity } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import type { SceneClient } from '../rpc/scene-client.ts';
import {
  type AdmissionDeps,
  admitSocket,
  closeCodeOf,
  lengthOf,
  parsePacket,
  type SocketHandler,
  socketCallerOf,
  socketCloseCodes,
} from './admit-socket.ts';
import { maxObstacleBytes, refuseForeignOrigins } from './open-sockets.ts';

export interface PlannerSocketDeps extends AdmissionDeps {
  readonly scenes: SceneClient;
  /** host:port of the motion service's planner socket. */
  readonly plannerAddress: string;
  readonly plannerProof: CallProof;
}

/** Maximum of unread bytes; a client with more is closed rather than buffered. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** Maximum of messages that wait while their connection opens, or for the previous change. */
const maxWaiting = { messages: 256, bytes: 2 * maxObstacleBytes };
/** Close codes of the planner that are passed to its client; every other end is an outage. */
const passedCloseCodes: ReadonlySet<number> = new Set([1009, plannerCloseCodes.unknownOperation]);

/** Registers `/api/v1/motion-planner/{operation}`: planning and kinematics for clients, and the planning scene. */
export async function plannerSockets(app: FastifyInstance, deps: PlannerSocketDeps): Promise<void> {
  app.get(
    '/api/v1/motion-planner/:operation',
    { websocket: true, schema: { hide: true }, preValidation: refuseForeignOrigins },
    (socket, request) => {
      const { operation, robotKind } = readAddress(request);
      const handler =
        isPlannerOperation(operation) && robotKind
          ? visitOf(deps, socket, operation, robotKind)
          : refuseAll(socket, operation, robotKind !== undefined);
      admitSocket(deps, socket, socketCallerOf(request), forThoseWhoMay(deps, socket, handler));
    },
  );
}

/** Checked with every message: permissions change while a socket is open. */
function forThoseWhoMay({ authenticator }: AdmissionDeps, socket: WebSocket, handler: SocketHandler): SocketHandler {
  const mayGoOn = (identity: Identity): boolean => {
    try {
      authenticator.requireFresh(identity);
      requirePermission(identity, 'connectToRobot');
      return true;
    } catch (error) {
      send(socket, refusal(undefined, error));
      socket.close(closeCodeOf(error), 'Not allowed');
      return false;
    }
  };
  return {
    maxMessageBytes: maxObstacleBytes,
    onAdmitted(identity) {
      if (!mayGoOn(identity)) return;
      const { name, permissions } = identity;
      send(socket, JSON.stringify({ kind: 'authenticated', name, permissions }));
      handler.onAdmitted(identity);
    },
    onMessage(data, identity) {
      if (socket.readyState === WebSocket.OPEN && mayGoOn(identity)) handler.onMessage(data, identity);
    },
    onGone: () => handler.onGone(),
  };
}

function readAddress(request: FastifyRequest): { operation: string; robotKind: RobotKind | undefined } {
  const params = z.object({ operation: z.string() }).safeParse(request.params);
  return { operation: params.success ? params.data.operation : '', robotKind: readRobotKind(request) };
}

/** Undefined for an unknown robot: reported once the socket is open. */
function readRobotKind(request: FastifyRequest): RobotKind | undefined {
  try {
    return robotKindOf(request);
  } catch {
    return undefined;
  }
}

function visitOf(
  deps: PlannerSocketDeps,
  socket: WebSocket,
  operation: keyof typeof plannerOperations,
  robotKind: RobotKind,
): SocketHandler {
  return isSceneOperation(operation)
    ? changeScenes(deps, socket, operation, robotKind)
    : relayToPlanner(deps, socket, `${deps.plannerAddress}/${operation}?robotKind=${robotKind}`);
}

function refuseAll(socket: WebSocket, operation: string, isKnownRobot: boolean): SocketHandler {
  const known = Object.keys(plannerOperations).join(', ');
  const message = isKnownRobot
    ? `Unknown operation '${startOfText(operation, 100)}'. Available: ${known}`
    : 'robotKind is live or simulated';
  return {
    onAdmitted() {
      send(socket, refusal(undefined, new ProductError('not_found', message)));
      socket.close(plannerCloseCodes.unknownOperation, 'Unknown operation or robot');
    },
    onMessage: () => undefined,
    onGone: () => undefined,
  };
}

/** Handles changes of obstacles and end effector, documents of the runner. Changes of one socket are made in order. */
function changeScenes(
  { scenes, log }: PlannerSocketDeps,
  socket: WebSocket,
  operation: SceneOperation,
  robotKind: RobotKind,
): SocketHandler {
  const sessionID = randomUUID();
  const answer = async (data: RawData, identity: Identity): Promise<void> => {
    const packet = parsePacket(data);
    const id = idOf(packet);
    try {
      if (packet === undefined) throw new ProductError('request_failed_validation', 'Bad packet: send a JSON object');
      const change = readSceneChange(operation, packet);
      if (!change.ok) throw new ProductError('request_failed_validation', change.error);
      const { revision, notes } = await scenes.change(robotKind, sessionID, identity, change.value);
      send(socket, JSON.stringify({ kind: 'success', id, revision, ...(notes.length > 0 ? { notes } : {}) }));
    } catch (error) {
      if (!(error instanceof ProductError)) log.error('a change of the scene failed', { operation, error });
      send(socket, refusal(id, error));
    }
  };
  let last = Promise.resolve();
  let waiting = 0;
  let waitingBytes = 0;
  return {
    onAdmitted: () => undefined,
    onMessage(data, identity) {
      const bytes = lengthOf(data);
      if (waiting >= maxWaiting.messages || waitingBytes + bytes > maxWaiting.bytes) return refuseMore(socket);
      waiting++;
      waitingBytes += bytes;
      last = last
        .then(() => answer(data, identity))
        .finally(() => {
          waiting--;
          waitingBytes -= bytes;
        });
    },
    onGone: () => undefined,
  };
}

/**
 * Relays text to the planner and back unchanged: the client is authenticated here, and the planner validates the
 * content.
 */
function relayToPlanner(
  { plannerProof, clock, log }: PlannerSocketDeps,
  socket: WebSocket,
  place: string,
): SocketHandler {
  let planner: WebSocket | undefined;
  const waiting: RawData[] = [];
  let waitingBytes = 0;
  const fail = (): void => {
    const why = `${messages.failedToGenerateMotionPlan}: the motion planner is not available. Try again in a moment`;
    send(socket, refusal(undefined, new ProductError('unavailable', why)));
    socket.close(1013, 'The motion planner is not available');
  };
  return {
    onAdmitted() {
      const { tls, callee } = plannerProof;
      const line = new WebSocket(`${tls ? 'wss' : 'ws'}://${place}`, {
        ...{ perMessageDeflate: false, headers: proofHeaders(plannerProof) },
        ...(tls && tlsClientOptions(tls, callee)),
      });
      planner = line;
      const cancelTimer = clock.schedule(plannerTimes.connectTimeoutMS, () => line.terminate());
      line.on('open', () => {
        cancelTimer();
        for (const data of waiting.splice(0)) line.send(data, { binary: false });
        waitingBytes = 0;
      });
      line.on('message', (data) => {
        if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
        else socket.send(data, { binary: false });
      });
      line.on('error', (error) => log.debug('planner line error', { error }));
      line.on('close', (code, reason) => {
        cancelTimer();
        if (passedCloseCodes.has(code)) socket.close(code, reason);
        else fail();
      });
    },
    onMessage(data) {
      if (planner?.readyState === WebSocket.OPEN) {
        // The planner reads more slowly than its client sends.
        if (planner.bufferedAmount > maxUnreadBytes) return refuseMore(socket);
        planner.send(data, { binary: false });
        return;
      }
      waitingBytes += lengthOf(data);
      if (waiting.length >= maxWaiting.messages || waitingBytes > maxWaiting.bytes) return refuseMore(socket);
      waiting.push(data);
    },
    // Plans without a waiting client end with the connection.
    onGone: () => planner?.terminate(),
  };
}

/** Disconnects a client that does not wait for its responses instead of buffering. */
function refuseMore(socket: WebSocket): void {
  const tooMany = new ProductError('rate_limited', 'Too many pending messages. Slow down');
  send(socket, refusal(undefined, tooMany));
  socket.close(socketCloseCodes.tooSlow, 'Too many pending messages');
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState === socket.OPEN) socket.send(text);
}

function refusal(id: string | undefined, error: unknown): string {
  const { code, message } =
    error instanceof ProductError
      ? error
      : new ProductError('internal_server_error', 'Something went wrong. Try again');
  return JSON.stringify({ kind: 'error', id, code, message });
}

function idOf(packet: unknown): string | undefined {
  return z.looseObject({ id: z.string().max(128) }).safeParse(packet).data?.id;
}
