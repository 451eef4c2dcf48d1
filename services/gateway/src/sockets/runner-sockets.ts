import { type RobotKind, robotKindSchema } from '@cellwright/domain';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../http/authentication.ts';
import { type RunnerSocketDeps, serveRunnerSocket } from './runner-socket.ts';

/** A request of a client is at most this long; documents go over HTTP. */
const maxMessageBytes = 1024 * 1024;

/** `/api/v1/routine-runner/{live|simulated}`: commands to a robot session, and its state. */
export async function runnerSockets(app: FastifyInstance, deps: RunnerSocketDeps): Promise<void> {
  await app.register(fastifyWebsocket, { options: { maxPayload: maxMessageBytes } });
  for (const robotKind of robotKindSchema.options) addSocket(app, deps, robotKind);
}

function addSocket(app: FastifyInstance, deps: RunnerSocketDeps, robotKind: RobotKind): void {
  app.get(
    `/api/v1/routine-runner/${robotKind}`,
    { websocket: true, schema: { hide: true }, preValidation: refuseForeignOrigins },
    (socket, request) => serveRunnerSocket(deps, socket, robotKind, isLoopback(request.ip)),
  );
}

/** A page of another origin may not open the socket; programs send no Origin. */
async function refuseForeignOrigins(request: FastifyRequest): Promise<void> {
  const { origin, host } = request.headers;
  if (origin === undefined) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw Object.assign(new Error('This page may not open the runner socket'), { statusCode: 403 });
}
