import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RobotSessionState } from '@cellwright/domain/run';
import { runnerRequestSchema } from '@cellwright/domain/runner-socket';
import { RunnerServiceService } from '@cellwright/proto/runner';
import {
  busSubjects,
  createHealth,
  createInProcessBus,
  createMetrics,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { idleSession } from '@cellwright/testkit';
import { build } from '../app.ts';
import { schema } from '../store/database.ts';
import type { TestBox } from './box.fixture.ts';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Robot whose state a test sets. */
export interface FakeRobot {
  kind: 'Idle' | 'RoutineRunning' | 'Failure';
  isControllerConnected: boolean;
  /** Reason of the hold. */
  heldFor?: string | undefined;
  run?: RobotSessionState['run'];
  /** Outcome of the test routine. Default: it completes. */
  testEnds?: 'completed' | 'failed';
}

const endedRun = {
  ...{ startedAt: '2026-01-01T00:00:00.000Z', currentStepID: null, currentStepPath: null, cycleCount: 0 },
  ...{ isStoppingAfterCycle: false, pauseReason: null, waitingFor: null, isInterrupted: false },
  ...{ cycleTimeSeconds: null, distanceMeters: 0 },
};

/** Handles a command of the test: a play ends immediately. */
function answerTest(robot: FakeRobot, requestJson: Uint8Array) {
  const { id, kind } = runnerRequestSchema.parse(JSON.parse(Buffer.from(requestJson).toString('utf8')));
  const runID = `run_${id}`;
  if (kind === 'playRoutine') robot.run = { ...endedRun, id: runID, status: robot.testEnds ?? 'completed' };
  const response = { kind: 'response', id, ok: true, result: kind === 'playRoutine' ? { runID } : {} };
  return { responseJson: Buffer.from(JSON.stringify(response)) };
}

/** Starts a routine runner that only reports states. */
export async function startFakeRunner(robot: FakeRobot) {
  const unused = () => Promise.reject(new Error('not in this test'));
  const service = grpcService(RunnerServiceService, {
    async holdPlays({ reason }) {
      if (robot.kind === 'RoutineRunning') return { busy: 'A routine runs on the live robot' };
      robot.heldFor = reason;
      return { busy: '' };
    },
    async releasePlays() {
      robot.heldFor = undefined;
      return {};
    },
    commandByUpdate: async ({ requestJson }) => answerTest(robot, requestJson),
    getSnapshot: async () => {
      const { kind, isControllerConnected, run = null } = robot;
      const state = idleSession({ kind, isControllerConnected, run, brakes: 'disengaged' });
      const snapshot = { kind: 'snapshot', seq: 1, hash: 0, state };
      return { snapshotJson: Buffer.from(JSON.stringify(snapshot)) };
    },
    async *followPorts() {},
    ...{ send: unused, stop: unused, getStateSeq: unused, endSession: unused, listRecording: unused },
    ...{ getRecording: unused, changeScene: unused, getPosition: unused, setPorts: unused, forcePorts: unused },
    ...{ reportSpace: unused, takeSpace: unused, getView: unused, getRobotFacts: unused, commandByLine: unused },
  });
  return startGrpcServer({ callers: anyCaller, services: [service], port: 0, log: silentLogger });
}

/** Starts the service of a box, on a separate database that outlives it. */
export async function startSoftwareBench(box: TestBox, robot: FakeRobot) {
  const database = await createServiceDatabase(schema, migrations);
  const runner = await startFakeRunner(robot);
  const restarts: string[] = [];
  const bus = createInProcessBus({ log: silentLogger });
  const audited: unknown[] = [];
  await bus.subscribe(busSubjects.auditEntry.subject, async (message) => void audited.push(message.json()));
  const start = async () => {
    const service = await build({
      ...{ databaseUrl: database.url, migrations, port: 0, runnerAddress: runner.address, bus, clock: systemClock },
      folder: join(box.folder, 'software'),
      registry: box.registry,
      rootFile: join(box.registry, 'metadata', '1.root.json'),
      releasesFolder: box.releases,
      runningBuildID: box.readSelected().buildID,
      restart: (reason) => void restarts.push(reason),
      peers: anyPeers('software-update'),
      ...{ log: silentLogger, metrics: createMetrics({ defaults: false }), health: createHealth() },
    });
    const { address } = await service.start();
    const calls = provenCalls(connectCalls('software-update', { address, defaultDeadlineMs: 50_000 }));
    return {
      calls,
      async stop() {
        calls.channel.close();
        await service.stop();
      },
    };
  };
  return {
    start,
    restarts,
    audited,
    database,
    async end() {
      await runner.close();
      await bus.close();
      await database.drop();
    },
  };
}
