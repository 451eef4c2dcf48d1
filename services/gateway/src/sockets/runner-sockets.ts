import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { FastifyInstance } from 'fastify';
import type { Connections } from '../door/connections.ts';
import { socketCallerOf } from './admit-socket.ts';
import { refuseForeignOrigins, refuseWithoutUpgrade } from './open-sockets.ts';
import { type RunnerSocketDeps, serveRunnerSocket } from './runner-socket.ts';

export interface RunnerSocketsDeps extends RunnerSocketDeps {
  readonly connections: Pick<Connections, 'of'>;
}

/** Registers `/api/v1/routine-runner/{live|simulated}`: commands to a robot session, and its state. */
export async function runnerSockets(app: FastifyInstance, deps: RunnerSocketsDeps): Promise<void> {
  for (const robotKind of robotKindSchema.options) addSocket(app, deps, robotKind);
}

function addSocket(app: FastifyInstance, deps: RunnerSocketsDeps, robotKind: RobotKind): void {
  app.route({
    method: 'GET',
    url: `/api/v1/routine-runner/${robotKind}`,
    schema: { hide: true },
    preValidation: refuseForeignOrigins,
    handler: refuseWithoutUpgrade,
    wsHandler: (socket, request) =>
      serveRunnerSocket(deps, socket, {
        ...{ robotKind, caller: socketCallerOf(request) },
        ahead: deps.connections.of(request.raw.socket).frames,
      }),
  });
}
