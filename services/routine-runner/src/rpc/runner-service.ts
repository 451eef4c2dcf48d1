import type { Kinematics } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import { doorSchema } from '@cellwright/domain/cell';
import { robotMessages } from '@cellwright/domain/messages';
import {
  isLineCommand,
  isUpdateCommand,
  lineClient,
  type Position,
  type RobotKind,
  robotKindSchema,
  updateClient,
} from '@cellwright/domain/robot';
import { runnerRequestSchema } from '@cellwright/domain/runner-socket';
import { sceneChangeSchema } from '@cellwright/domain/space';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { RunnerServiceService, type Caller as WireCaller } from '@cellwright/proto/runner';
import { readJson } from '@cellwright/service-kit';
import type { PeopleVerifier, Person } from '@cellwright/service-kit/callers';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import { viewArm } from '../domain/arm/view-arm.ts';
import type { Caller } from '../domain/core/caller.ts';
import { stopBy } from '../domain/run/stop-by.ts';
import type { HeldSession } from '../domain/session/play-hold.ts';
import { readFacts } from '../domain/session/robot-facts.ts';
import type { ClientReads } from '../store/reads/client-reads.ts';
import { followPorts, readInputs, readOutputs } from './device-ports.ts';
import type { Robots, SessionDoor } from './runner-deps.ts';
import type { ChangeSceneFor } from './scene-changes.ts';
import type { SessionOwners } from './session-owners.ts';

const unknownPosition = robotMessages.positionUnknown;

export type { SessionDoor } from './runner-deps.ts';

export interface RunnerRpcDeps {
  readonly robots: Robots;
  readonly reads: ClientReads;
  readonly owners: SessionOwners;
  readonly changeSceneFor: ChangeSceneFor;
  /** Kinematics of the arm of all sessions. */
  readonly kinematics: Kinematics;
}

/** RunnerService of proto/cellwright/runner.proto. */
export function createRunnerService({ robots, reads, owners, changeSceneFor, kinematics }: RunnerRpcDeps): GrpcService {
  return grpcService(RunnerServiceService, {
    async send({ robotKind, caller, requestJson }, { people }) {
      const { dispatcher } = robots().sessions[readRobotKind(robotKind)];
      const request = runnerRequestSchema.safeParse(readJson(requestJson));
      if (!request.success) {
        throw new ProductError('request_failed_validation', 'A message needs an id, a kind and a payload');
      }
      const from = readCaller(caller, people);
      owners.require(from.sessionID, from.clientID ?? '');
      const response = await dispatcher.handle(from, request.data);
      return { responseJson: Buffer.from(JSON.stringify(response)) };
    },
    async commandByLine({ robotKind, requestJson }) {
      const { dispatcher } = robots().sessions[readRobotKind(robotKind)];
      const request = runnerRequestSchema.safeParse(readJson(requestJson));
      if (!request.success || !isLineCommand(request.data.kind))
        throw new ProductError('request_failed_validation', 'External control has no such message');
      const response = await dispatcher.handle(line, request.data);
      return { responseJson: Buffer.from(JSON.stringify(response)) };
    },
    async commandByUpdate({ requestJson }) {
      const { sessions, plays } = robots();
      const request = runnerRequestSchema.safeParse(readJson(requestJson));
      if (!request.success || !isUpdateCommand(request.data.kind))
        throw new ProductError('request_failed_validation', 'A software update has no such message');
      if (plays.reason === undefined)
        throw new ProductError('conflict', 'A software update commands the robot only while it holds the others');
      const response = await sessions.simulated.dispatcher.handle(update, request.data);
      return { responseJson: Buffer.from(JSON.stringify(response)) };
    },
    async holdPlays({ reason }) {
      if (reason === '') throw new ProductError('request_failed_validation', 'A hold needs a reason');
      const { sessions, plays } = robots();
      const held = robotKindSchema.options.map((name) => describeHeld(name, sessions[name]));
      return { busy: (await plays.hold(reason, held)) ?? '' };
    },
    async releasePlays() {
      await robots().plays.release();
      return {};
    },
    // Nothing is awaited, so the stop is sent when this returns.
    async stop({ robotKind, caller, isEmergency, reason }, { people }) {
      const { session, audit } = robots().sessions[readRobotKind(robotKind)];
      const person = people.recognise(caller?.proof);
      const by = person?.name ? `by ${person.name}` : 'by a client';
      const why = reason === '' ? `stopped ${by}` : `${reason} (${by})`;
      const from = toCaller(caller, person);
      const stopEpoch = isEmergency
        ? session.emergencyStop(why, stopBy(from, 'emergencyStop'))
        : session.stop(why, stopBy(from, 'stop'));
      audit.noteStop(from, isEmergency);
      return { stopEpoch };
    },
    async getSnapshot({ robotKind }) {
      const { session } = robots().sessions[readRobotKind(robotKind)];
      return { snapshotJson: Buffer.from(session.core.store.tellSnapshot()) };
    },
    async getStateSeq({ robotKind }) {
      return { seq: robots().sessions[readRobotKind(robotKind)].session.core.store.currentSeq() };
    },
    async endSession({ robotKind, sessionId }) {
      robots().sessions[readRobotKind(robotKind)].dispatcher.endClient(sessionId);
      owners.end(sessionId);
      return {};
    },
    async listRecording({ runId }) {
      const parts = await reads.listRecording(runId);
      if (parts.length === 0 && !(await reads.findRun(runId)))
        throw new ProductError('not_found', `There is no run ${runId}`);
      return { parts: [...parts] };
    },
    async getRecording({ runId, index }) {
      const packed = await reads.readRecording(runId, index);
      if (!packed) throw new ProductError('not_found', `There is no part ${index} of a recording of the run ${runId}`);
      return { packed };
    },
    async changeScene({ robotKind, caller, changeJson }, { people }) {
      const change = sceneChangeSchema.safeParse(readJson(changeJson));
      if (!change.success) throw new ProductError('request_failed_validation', 'Invalid change of the planning scene');
      const from = { caller: readCaller(caller, people), robotKind: readRobotKind(robotKind) };
      const { revision, notes } = await changeSceneFor({ ...from, change: change.data });
      return { revision, notes: [...notes] };
    },
    async *followPorts({ robotKind }, { signal }) {
      yield* followPorts(robots().sessions[readRobotKind(robotKind)].session.ports, signal);
    },
    async setPorts({ robotKind, isTwin, stopEpoch, outputs }) {
      const { ports } = robots().sessions[readRobotKind(robotKind)].session;
      const outcome = await ports.set({ isTwin, stopEpoch, outputs: readOutputs(outputs) });
      return outcome.ok ? { refusalKind: '', message: '' } : { refusalKind: outcome.kind, message: outcome.message };
    },
    async reportSpace({ robotKind, isTwin, equipmentId: equipmentID, isOpen }) {
      await robots().sessions[readRobotKind(robotKind)].session.interiors.report({ isTwin, equipmentID, isOpen });
      return {};
    },
    async takeSpace({ robotKind, isTwin, equipmentId: equipmentID, spaceItemId: spaceItemID }) {
      const { interiors } = robots().sessions[readRobotKind(robotKind)].session;
      return { refusal: (await interiors.take({ isTwin, equipmentID, spaceItemID })) ?? '' };
    },
    async forcePorts({ robotKind, isTwin, inputs }) {
      const { ports } = robots().sessions[readRobotKind(robotKind)].session;
      const forced = await ports.force(isTwin, readInputs(inputs));
      if (!forced.ok) throw new ProductError(forced.refusal.code, forced.refusal.message);
      return {};
    },
    async getPosition({ robotKind }) {
      const { arm, tools, toolPoseOf } = robots().sessions[readRobotKind(robotKind)].session.core;
      const { joints: jointAngles } = arm;
      if (!arm.isConnected || !jointAngles) {
        throw new ProductError('unavailable', unknownPosition);
      }
      const position: Position = {
        jointAngles,
        pose: toolPoseOf(jointAngles, tools.tcp),
        wristPose: toolPoseOf(jointAngles, undefined),
      };
      return { positionJson: Buffer.from(JSON.stringify(position)) };
    },
    async getRobotFacts({ robotKind }) {
      const kind = readRobotKind(robotKind);
      const { sessions, scenes } = robots();
      const facts = readFacts(sessions[kind].session, scenes.current(kind));
      return { factsJson: Buffer.from(JSON.stringify(facts)) };
    },
    async getView({ robotKind, knownRevision }) {
      const kind = readRobotKind(robotKind);
      const scene = robots().scenes.current(kind);
      const { arm } = robots().sessions[kind].session.core;
      if (!arm.isConnected || !arm.joints) throw new ProductError('unavailable', unknownPosition);
      const view = viewArm(kinematics, arm.joints, scene.base);
      return {
        armJson: Buffer.from(JSON.stringify(view)),
        sceneRevision: scene.revision,
        sceneJson: scene.revision === knownRevision ? Buffer.alloc(0) : Buffer.from(JSON.stringify(scene)),
      };
    },
  });
}

/** The line's controller as a client: it needs the lease as every other. */
const line: Caller = {
  ...{ sessionID: lineClient.id, clientID: lineClient.id, name: lineClient.name },
  ...{ permissions: ['connectToRobot'], door: 'cell' },
};

/** A software update as a client: the only one that a hold lets command the robot. */
const update: Caller = {
  ...{ sessionID: updateClient.id, clientID: updateClient.id, name: updateClient.name },
  ...{ permissions: ['connectToRobot'], door: 'cell' },
};

function describeHeld(name: RobotKind, { session, dispatcher }: SessionDoor): HeldSession {
  const { state, core } = session;
  return { name, state, isConnected: core.arm.isConnected, isPerforming: dispatcher.isPerforming };
}

function readRobotKind(robotKind: WireRobotKind): RobotKind {
  if (robotKind === WireRobotKind.ROBOT_KIND_LIVE) return 'live';
  if (robotKind === WireRobotKind.ROBOT_KIND_SIMULATED) return 'simulated';
  throw new ProductError('request_failed_validation', 'Choose a robot: live or simulated');
}

/** Returns the caller. @throws ProductError authorization_required without a valid assertion. */
function readCaller(caller: WireCaller | undefined, people: PeopleVerifier): Caller {
  const person = people.require(caller?.proof);
  if (!caller || caller.sessionId === '') throw new ProductError('request_failed_validation', 'The caller is missing');
  return toCaller(caller, person);
}

/** Returns the caller; a stop is accepted without a valid assertion, too. */
function toCaller(caller: WireCaller | undefined, person: Person | undefined): Caller {
  return {
    sessionID: caller?.sessionId ?? '',
    clientID: person?.accessID || person?.id || '',
    name: person?.name || 'A client',
    permissions: person?.permissions ?? [],
    subjectID: person?.id ?? '',
    door: doorSchema.catch('socket').parse(caller?.door),
    access: person?.access || undefined,
    isPage: caller?.isPage ?? false,
  };
}
