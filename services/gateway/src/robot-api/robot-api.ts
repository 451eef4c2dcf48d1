import type { Clock } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { Health, Logger } from '@cellwright/service-kit';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import * as z from 'zod';
import type { FrameSources } from '../cameras/send-frames.ts';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { OperationMode } from '../domain/operation-mode.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import { keepWhatCame, parseProgramBodies } from '../http/documents.ts';
import { answerErrors } from '../http/errors.ts';
import type { SessionClient } from '../rpc/session-client.ts';
import { addAbsent } from './absent.ts';
import { ArmMover } from './arm-mover.ts';
import { addArmPosition } from './arm-position.ts';
import { addAssistants } from './assistants.ts';
import { addBrakes, addEmergencyStop } from './brakes.ts';
import { addCameras } from './cameras.ts';
import { CellThings } from './cell-things.ts';
import { ControlledMoves } from './controlled-moves.ts';
import type { DHKindsSetting } from './dh-kinds.ts';
import { addEquipment } from './equipment.ts';
import { addForceSensor } from './force-sensor.ts';
import { addGraphQL } from './graphql/graphql.ts';
import { type ListJournal, ReportLogs } from './graphql/report-logs.ts';
import { ReportOutbox } from './graphql/report-outbox.ts';
import { Grippers } from './grippers.ts';
import { addIdentity } from './identity.ts';
import { addIO } from './io.ts';
import { addJoints } from './joints.ts';
import { addPayload } from './payload.ts';
import { addPoses } from './poses.ts';
import { addRecorder } from './recorder.ts';
import { addRecovery } from './recovery.ts';
import { RobotLine } from './robot-line.ts';
import { type Api, apiOf, callOf, sendKnownError, withoutNulls } from './room.ts';
import { addROS } from './ros.ts';
import { RoutinePlayer } from './routine-runs.ts';
import { addRoutines, addStop } from './routines.ts';
import { addSensors } from './sensors.ts';
import { addSpaces } from './spaces.ts';
import { addControlMode, addHealth } from './status.ts';
import { addTeleop } from './teleop.ts';
import { addVariables } from './variables.ts';
import { addWebRTC } from './webrtc.ts';

export interface RobotApiDeps {
  readonly sessionClient: SessionClient;
  readonly feeds: Readonly<Record<RobotKind, SessionFeed>>;
  readonly entities: EntityAccess;
  /** Returns the live state of a device. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
  readonly frames: FrameSources;
  /** Returns the journal of a run. */
  readonly listJournal: ListJournal;
  readonly health: Health;
  readonly clock: Clock;
  /** Default: always live. */
  readonly operationMode?: Pick<OperationMode, 'requireLive'>;
  readonly log: Logger;
  /** True if a program's move switches a live robot to program control. */
  readonly movesTakeControl: boolean;
  /** Programs that see the own kind of a DH gripper. */
  readonly dhKinds: DHKindsSetting;
  /** Hooks that identify the caller: for all requests, and for a stop. */
  readonly admit: onRequestHookHandler;
  readonly admitStop: onRequestHookHandler;
}

/**
 * Registers `/api/v1`: the API of existing robot programs. Every operation is translated into the calls that the other
 * APIs use; errors have the texts and codes that those programs expect.
 */
export async function robotApi(app: FastifyInstance, deps: RobotApiDeps): Promise<void> {
  const { sessionClient, feeds, clock, health } = deps;
  const line = new RobotLine({ sessionClient, feeds, clock });
  const things = new CellThings(deps.entities);
  const mover = new ArmMover({
    line,
    calibrations: (call) => things.calibrations(call),
    takesControl: deps.movesTakeControl,
  });
  const grippers = new Grippers({ line, things, liveState: deps.liveState, dhKinds: deps.dhKinds });
  const player = new RoutinePlayer({ line, things });
  const moves = new ControlledMoves({ line, mover, clock });
  const logs = new ReportLogs({ line, things, listJournal: deps.listJournal });
  const outbox = new ReportOutbox({ things, clock, log: deps.log });
  app.addHook('onClose', async () => outbox.close());
  await openScope(app, deps, (api) => addHealth(api, health));
  await openScope(app, deps, (api, scope) => {
    scope.addHook('onRequest', deps.admitStop);
    keepWhatCame(scope);
    addEmergencyStop(api, line);
    addStop(api, line);
  });
  await openScope(app, deps, (api, scope) => {
    scope.addHook('onRequest', deps.admit);
    addRobotKindHeader(scope);
    addIdentity(api, things);
    addGraphQL(api, { things, logs, outbox });
  });
  await openScope(app, deps, (api, scope) => {
    scope.addHook('onRequest', deps.admit);
    scope.addHook('onRequest', async () => deps.operationMode?.requireLive());
    scope.addHook('preHandler', (request) => line.waitUntilKnown(callOf(request).robotKind));
    addRobotKindHeader(scope);
    addControlMode(api, line);
    addBrakes(api, line);
    addArmPosition(api, { line, mover, moves });
    addJoints(api, line);
    addPoses(api, line);
    addPayload(api, line);
    addIO(api, { line, things });
    addEquipment(api, { things, grippers });
    addForceSensor(api, { line, things });
    addSensors(api, { line, things, liveState: deps.liveState });
    addRoutines(api, { line, things, player, clock });
    addVariables(api, line);
    addSpaces(api, things);
    addRecovery(api, line);
    addCameras(api, { line, things, liveState: deps.liveState, frames: deps.frames });
    addROS(api, line);
    addAssistants(api);
    addRecorder(api);
    addTeleop(api);
    addWebRTC(api);
    addAbsent(api);
  });
}

/** Robot of a call; older programs spell it `robot_kind`. */
const robotKindHeader = z.looseObject({ 'robot-kind': robotKindSchema.optional().describe('Default simulated') });

function addRobotKindHeader(scope: FastifyInstance): void {
  scope.addHook('onRoute', ({ schema }) => void (schema && Object.assign(schema, { headers: robotKindHeader })));
}

async function openScope(
  app: FastifyInstance,
  { log }: Pick<RobotApiDeps, 'log'>,
  fill: (api: Api, scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (scope) => {
      answerErrors(scope, log, sendKnownError);
      parseProgramBodies(scope, withoutNulls);
      fill(apiOf(scope), scope);
    },
    { prefix: '/api/v1' },
  );
}
