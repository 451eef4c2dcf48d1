import {
  jsonDepthOf,
  maxJsonDepth,
  ProductError,
  type RobotKind,
  runnerRequestSchema,
  sceneChangeSchema,
} from '@cellwright/domain';
import { type Page, RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { RunnerServiceService, type Caller as WireCaller } from '@cellwright/proto/runner';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { Caller } from '../domain/commands.ts';
import type { RequestDesk } from '../domain/request-desk.ts';
import type { SceneKeeper } from '../domain/scene-keeper.ts';
import type { RobotSession } from '../domain/session.ts';
import type { RunReader } from '../store/run-reader.ts';

const maxPage = 1000;

export interface SessionDoor {
  readonly session: RobotSession;
  readonly desk: RequestDesk;
}

export interface RunnerRpcDeps {
  /** What this runner drives. @throws ProductError `unavailable` while another runner does. */
  readonly robots: () => {
    readonly sessions: Readonly<Record<RobotKind, SessionDoor>>;
    readonly scenes: SceneKeeper;
  };
  readonly runs: RunReader;
}

/** RunnerService of proto/cellwright/runner.proto. */
export function createRunnerService({ robots, runs }: RunnerRpcDeps): GrpcService {
  return grpcService(RunnerServiceService, {
    async send({ robotKind, caller, requestJson }) {
      const { desk } = robots().sessions[readRobotKind(robotKind)];
      const request = runnerRequestSchema.safeParse(readJson(requestJson));
      if (!request.success) {
        throw new ProductError('request_failed_validation', 'A message has an id, a kind and a payload');
      }
      const response = await desk.handle(readCaller(caller), request.data);
      return { responseJson: Buffer.from(JSON.stringify(response)) };
    },
    // Nothing is awaited: the arm has been told when this returns.
    async stop({ robotKind, caller, isEmergency, reason }) {
      const { session } = robots().sessions[readRobotKind(robotKind)];
      const by = caller?.name ? `by ${caller.name}` : 'by a client';
      const why = reason === '' ? `stopped ${by}` : `${reason} (${by})`;
      return { stopEpoch: isEmergency ? session.emergencyStop(why) : session.stop(why) };
    },
    async getSnapshot({ robotKind }) {
      const { session } = robots().sessions[readRobotKind(robotKind)];
      return { snapshotJson: Buffer.from(JSON.stringify(session.core.store.snapshot())) };
    },
    async endSession({ robotKind, sessionId }) {
      robots().sessions[readRobotKind(robotKind)].desk.endClient(sessionId);
      return {};
    },
    async listRuns({ page, robotKind, routineId }) {
      const { limit, offset } = readPage(page);
      const isAny = robotKind === WireRobotKind.ROBOT_KIND_UNSPECIFIED;
      const filter = { robotKind: isAny ? undefined : readRobotKind(robotKind), routineID: routineId || undefined };
      const found = await runs.list({ ...filter, limit, offset });
      return { runsJson: Buffer.from(JSON.stringify(found.runs)), total: found.total };
    },
    async getRun({ id }) {
      const run = await runs.find(id);
      if (!run) throw new ProductError('not_found', `There is no run ${id}`);
      return { runJson: Buffer.from(JSON.stringify(run)) };
    },
    async listJournal({ runId, after, limit }) {
      const { entries, newest } = await runs.listEntries(runId, after, clampLimit(limit));
      if (newest === 0 && !(await runs.find(runId))) throw new ProductError('not_found', `There is no run ${runId}`);
      return { entriesJson: Buffer.from(JSON.stringify(entries)), newest };
    },
    async getScene({ robotKind }) {
      return { sceneJson: Buffer.from(JSON.stringify(robots().scenes.current(readRobotKind(robotKind)))) };
    },
    async changeScene({ robotKind, changeJson }) {
      const change = sceneChangeSchema.safeParse(readJson(changeJson));
      if (!change.success) throw new ProductError('request_failed_validation', 'Not a change of the planning scene');
      const { revision, notes } = await robots().scenes.change(readRobotKind(robotKind), change.data);
      return { revision, notes: [...notes] };
    },
  });
}

function readRobotKind(robotKind: WireRobotKind): RobotKind {
  if (robotKind === WireRobotKind.ROBOT_KIND_LIVE) return 'live';
  if (robotKind === WireRobotKind.ROBOT_KIND_SIMULATED) return 'simulated';
  throw new ProductError('request_failed_validation', 'Say which robot is meant: live or simulated');
}

function readCaller(caller: WireCaller | undefined): Caller {
  if (!caller || caller.sessionId === '')
    throw new ProductError('request_failed_validation', 'The caller is not named');
  return { sessionID: caller.sessionId, name: caller.name || 'A client', permissions: caller.permissions };
}

function readPage(page: Page | undefined): { limit: number; offset: number } {
  return { limit: clampLimit(page?.limit ?? 0), offset: Math.max(0, page?.offset ?? 0) };
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
