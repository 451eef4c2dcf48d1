import {
  doorSchema,
  jsonDepthOf,
  maxJsonDepth,
  type Position,
  ProductError,
  type ProofOptions,
  type ProofReport,
  problemsOf,
  proofOptionsSchema,
  type RobotKind,
  type RoutineTestsReport,
  runnerRequestSchema,
  type StackReport,
  sceneChangeSchema,
  showScene,
} from '@cellwright/domain';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { type ProveRoutineRequest, RunnerServiceService, type Caller as WireCaller } from '@cellwright/proto/runner';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { SceneKeeper } from '../domain/arm/scene-keeper.ts';
import type { Caller } from '../domain/core/caller.ts';
import type { CommandAudit } from '../domain/facts/command-auditor.ts';
import { stopBy } from '../domain/run/stop-by.ts';
import type { Dispatcher } from '../domain/session/dispatcher.ts';
import type { RobotSession } from '../domain/session/session.ts';
import type { RobotFacts } from '../proof/proof-cell.ts';
import type { ProofSubject } from '../proof/proof-job.ts';
import { readFacts } from '../proof/read-facts.ts';
import type { RecordingReader } from '../store/recording-store.ts';
import type { RunReader } from '../store/run-reader.ts';
import { followPorts, readInputs, readOutputs } from './device-ports.ts';

const maxPage = 1000;
const accessSchema = z.enum(['session', 'developerToken']).optional();

export interface SessionDoor {
  readonly session: RobotSession;
  readonly dispatcher: Dispatcher;
  readonly audit: CommandAudit;
}

export interface RunnerRpcDeps {
  /** What this runner drives. @throws ProductError `unavailable` while another runner does. */
  readonly robots: () => {
    readonly sessions: Readonly<Record<RobotKind, SessionDoor>>;
    readonly scenes: SceneKeeper;
  };
  readonly runs: RunReader;
  readonly recordings: RecordingReader;
  /** Proves a routine as a robot is now. */
  readonly prove: (wanted: {
    readonly subject: ProofSubject;
    readonly options: ProofOptions;
    readonly facts: RobotFacts;
    readonly signal: AbortSignal;
  }) => Promise<ProofReport>;
  /** Plays a routine for each of its tests, as a robot is now. */
  readonly test: (wanted: {
    readonly subject: ProofSubject;
    readonly robotKind: RobotKind;
    readonly facts: RobotFacts;
    readonly signal: AbortSignal;
  }) => Promise<RoutineTestsReport>;
  /** Judges whether boxes can be stacked, as a robot is now. */
  readonly proveStack: (wanted: {
    readonly question: Uint8Array;
    readonly facts: RobotFacts;
    readonly signal: AbortSignal;
  }) => Promise<StackReport>;
}

/** RunnerService of proto/cellwright/runner.proto. */
export function createRunnerService({ robots, runs, recordings, prove, test, proveStack }: RunnerRpcDeps): GrpcService {
  const factsOf = (robotKind: RobotKind): RobotFacts => {
    const { sessions, scenes } = robots();
    return readFacts(sessions[robotKind].session, scenes.current(robotKind));
  };
  return grpcService(RunnerServiceService, {
    async send({ robotKind, caller, requestJson }) {
      const { dispatcher } = robots().sessions[readRobotKind(robotKind)];
      const request = runnerRequestSchema.safeParse(readJson(requestJson));
      if (!request.success) {
        throw new ProductError('request_failed_validation', 'A message has an id, a kind and a payload');
      }
      const response = await dispatcher.handle(readCaller(caller), request.data);
      return { responseJson: Buffer.from(JSON.stringify(response)) };
    },
    // Nothing is awaited: the arm has been told when this returns.
    async stop({ robotKind, caller, isEmergency, reason }) {
      const { session, audit } = robots().sessions[readRobotKind(robotKind)];
      const by = caller?.name ? `by ${caller.name}` : 'by a client';
      const why = reason === '' ? `stopped ${by}` : `${reason} (${by})`;
      const from = toCaller(caller);
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
      return {};
    },
    async listJournal({ runId, after, limit }) {
      const { entries, newest } = await runs.listEntries(runId, after, clampLimit(limit));
      if (newest === 0 && !(await runs.find(runId))) throw new ProductError('not_found', `There is no run ${runId}`);
      return { entriesJson: Buffer.from(JSON.stringify(entries)), newest };
    },
    async listRecording({ runId }) {
      const parts = await recordings.list(runId);
      if (parts.length === 0 && !(await runs.find(runId)))
        throw new ProductError('not_found', `There is no run ${runId}`);
      return { parts: [...parts] };
    },
    async getRecording({ runId, index }) {
      const packed = await recordings.read(runId, index);
      if (!packed) throw new ProductError('not_found', `There is no part ${index} of a recording of the run ${runId}`);
      return { packed };
    },
    async getScene({ robotKind, leavesOutItemMeshes }) {
      const scene = robots().scenes.current(readRobotKind(robotKind));
      return { sceneJson: Buffer.from(JSON.stringify(leavesOutItemMeshes ? showScene(scene) : scene)) };
    },
    async changeScene({ robotKind, changeJson }) {
      const change = sceneChangeSchema.safeParse(readJson(changeJson));
      if (!change.success) throw new ProductError('request_failed_validation', 'Not a change of the planning scene');
      const { revision, notes } = await robots().scenes.change(readRobotKind(robotKind), change.data);
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
        throw new ProductError('unavailable', 'The robot does not say where it stands. Is its controller switched on?');
      }
      const position: Position = {
        jointAngles,
        pose: toolPoseOf(jointAngles, tools.tcp),
        wristPose: toolPoseOf(jointAngles, undefined),
      };
      return { positionJson: Buffer.from(JSON.stringify(position)) };
    },
    async proveRoutine({ subject, optionsJson }, { signal }) {
      const options = proofOptionsSchema.safeParse(optionsJson.length > 0 ? readJson(optionsJson) : {});
      if (!options.success) {
        throw new ProductError('request_failed_validation', 'Not the options of a proof', {
          problems: problemsOf(options.error),
        });
      }
      const { robotKind } = options.data;
      const facts = factsOf(robotKind);
      const report = await prove({ subject: readSubject(subject), options: options.data, facts, signal });
      return { reportJson: Buffer.from(JSON.stringify(report)) };
    },
    async proveStack({ questionJson, robotKind }, { signal }) {
      const report = await proveStack({ question: questionJson, facts: factsOf(readRobotKind(robotKind)), signal });
      return { reportJson: Buffer.from(JSON.stringify(report)) };
    },
    async testRoutine({ subject, robotKind: wireKind }, { signal }) {
      const robotKind = readRobotKind(wireKind);
      const report = await test({ subject: readSubject(subject), robotKind, facts: factsOf(robotKind), signal });
      return { reportJson: Buffer.from(JSON.stringify(report)) };
    },
  });
}

function readSubject(subject: ProveRoutineRequest['subject']): ProofSubject {
  if (subject?.$case === 'routineId') return { kind: 'stored', routineID: subject.value };
  if (subject?.$case === 'fileJson') return { kind: 'file', json: subject.value };
  throw new ProductError('request_failed_validation', 'Name a routine or send a file');
}

function readRobotKind(robotKind: WireRobotKind): RobotKind {
  if (robotKind === WireRobotKind.ROBOT_KIND_LIVE) return 'live';
  if (robotKind === WireRobotKind.ROBOT_KIND_SIMULATED) return 'simulated';
  throw new ProductError('request_failed_validation', 'Say which robot is meant: live or simulated');
}

function readCaller(caller: WireCaller | undefined): Caller {
  if (!caller || caller.sessionId === '')
    throw new ProductError('request_failed_validation', 'The caller is not named');
  return toCaller(caller);
}

/** A stop is taken from a caller without a name, too. */
function toCaller(caller: WireCaller | undefined): Caller {
  return {
    sessionID: caller?.sessionId ?? '',
    name: caller?.name || 'A client',
    permissions: caller?.permissions ?? [],
    subjectID: caller?.subjectId ?? '',
    door: doorSchema.catch('socket').parse(caller?.door),
    access: accessSchema.catch(undefined).parse(caller?.access),
    isPage: caller?.isPage ?? false,
  };
}

function clampLimit(limit: number): number {
  return limit > 0 ? Math.min(limit, maxPage) : 100;
}

function readJson(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  if (jsonDepthOf(text) > maxJsonDepth) {
    throw new ProductError('too_large', `A message nests at most ${maxJsonDepth} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ProductError('request_failed_validation', 'The message is not JSON');
  }
}
