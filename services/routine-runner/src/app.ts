/** The parts of the runner: one session for each robot, the journal and the controllers; `build` assembles them. */

import { type ArmModel, createKinematics, defaultArm } from '@cellwright/arm';
import type { Clock } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { emptyScene } from '@cellwright/domain/space';
import {
  createScaledClock,
  type EventBus,
  type Health,
  type Logger,
  type Metrics,
  type Subscription,
  startOutboxRelay,
} from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { hostEntities } from '@cellwright/service-kit/entities';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, Leadership, type MigrationMode } from '@cellwright/service-kit/postgres';
import { createCodeProcesses } from './code-blocks/code-processes.ts';
import { accepted, refuse } from './domain/answer.ts';
import { defaultRetention, type Retention } from './domain/journal/journal-retention.ts';
import { readRobot, robotHooks, saveAssignments, saveOperationMode, saveRobotFacts } from './entities/robots.ts';
import { followFeatureFlags } from './events/entity-events.ts';
import { createFeatures } from './features.ts';
import { LeaderGate } from './leader-gate.ts';
import { migrationSettings } from './migrations.ts';
import { createMeshThread } from './obstacles/mesh-thread.ts';
import { startPackageHosts } from './packages/package-hosts.ts';
import { createRobotSessions } from './robot-sessions.ts';
import { connectEquipment } from './rpc/cell-devices.ts';
import type { ControllerAddress } from './rpc/controller-line.ts';
import { connectLibrary } from './rpc/library-programs.ts';
import { connectPlanner } from './rpc/motion-planner.ts';
import { createRunnerCalls } from './rpc/runner-calls.ts';
import { createRunnerService } from './rpc/runner-service.ts';
import { createSceneChanges } from './rpc/scene-changes.ts';
import { SessionOwners } from './rpc/session-owners.ts';
import { createScripts } from './scripts/script-runner.ts';
import { connectDatabase, schema } from './store/database.ts';
import { createEpochStore } from './store/epoch-store.ts';
import { createFactStore } from './store/fact-store.ts';
import { createHoldStore } from './store/hold-store.ts';
import { createJournalPruner } from './store/journal-pruner.ts';
import { createJournalStore, leadershipName } from './store/journal-store.ts';
import { createLoadedRoutineStore } from './store/loaded-routine-store.ts';
import { createReadsInProcess } from './store/reads/reads-in-process.ts';
import { createRecordingPruner, createRecordingStore } from './store/recording-store.ts';
import { createRunArchive } from './store/run-archive.ts';
import { createRunReader } from './store/run-reader.ts';
import { createSceneStore } from './store/scene-store.ts';
import { createSpeedChoiceStore } from './store/speed-choice-store.ts';
import { createToolChoiceStore } from './store/tool-choice-store.ts';

export interface RoutineRunnerDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** Default: the default arm. */
  readonly arm?: ArmModel;
  /** If absent, this process applies the migrations. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly motion: string; readonly equipment: string };
  readonly peers: Peers<'routine-runner'>;
  /** A robot without a controller stays in Constructing. */
  readonly controllers: Readonly<Partial<Record<RobotKind, ControllerAddress>>>;
  /** True if a twin replaces the live robot. Default true. */
  readonly isLiveTwin?: boolean;
  /** True if a run pauses while the holder of control is lost. Default false: it continues. */
  readonly pausesWithoutHolder?: boolean;
  /** True if programs, including code blocks, may act through the developer API. Default true. */
  readonly hasDeveloperAPI?: boolean;
  /** Folder with the packages of kinds; undefined for none. */
  readonly packagesPath?: string | undefined;
  /** Number and age of the runs that are kept with their journals. */
  readonly retention?: Retention;
  /** Factor by which runs are faster than real time. Default 1. */
  readonly timeScale?: number;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Aborted when the cell around this process died: runs are then left as interrupted. */
  readonly orphaned?: AbortSignal | undefined;
}

/**
 * Builds the robot sessions, live and simulated, with their runs and the journal. Only one of several runners on a
 * database has them.
 */
export async function build(deps: RoutineRunnerDeps) {
  const { databaseUrl, bus, log, metrics, health, addresses } = deps;
  const clock = createScaledClock(deps.clock, deps.timeScale ?? 1);
  const { proofs, gate: callers } = deps.peers;
  const database = connectDatabase(databaseUrl);
  // Shown, but not critical: a stop must reach the runner that commands the arm.
  health.addCheck('runner database', database.ping, { critical: false });
  let featureEvents: Subscription | undefined;
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  const runs = createRunReader(database.db);
  const reads = createReadsInProcess(databaseUrl);
  const entities = hostEntities({
    owner: 'routine-runner',
    db: database.entities,
    hooks: { robots: robotHooks },
    sources: { runs: { find: reads.findRuns, get: reads.getRun } },
    onCommitted: () => relay?.wake(),
    clock,
    log,
  });
  const library = connectLibrary(addresses.library, proofs, metrics);
  const devices = connectEquipment(addresses.equipment, proofs, metrics, log);
  const motion = connectPlanner(addresses.motion, proofs, metrics, (robotKind) =>
    gate.isLeading ? gate.current.scenes.current(robotKind) : emptyScene(robotKind),
  );
  const features = createFeatures({ listOn: library.listFeaturesOn, clock, log });
  const scripts = createScripts({ isPythonOn: () => features.isOn('pythonExpressions'), clock });
  const code = (deps.hasDeveloperAPI ?? true) ? createCodeProcesses() : undefined;
  const packages = startPackageHosts({ path: deps.packagesPath, log });
  const meshes = createMeshThread();
  const leadership = new Leadership({
    connectionString: databaseUrl,
    schema,
    name: leadershipName,
    log,
    clock: deps.clock,
  });
  const gate: LeaderGate = new LeaderGate({
    leadership,
    createSessions: (term) =>
      createRobotSessions({
        arm: deps.arm ?? defaultArm,
        controllers: deps.controllers,
        controllerProof: proofs.controller,
        isLiveTwin: deps.isLiveTwin ?? true,
        pausesWithoutHolder: deps.pausesWithoutHolder ?? false,
        planner: motion.planner,
        scenePlanner: motion.scenes,
        programs: library.programs,
        safetySettings: library.safetySettings,
        objects: library.objects,
        prepareMesh: meshes.prepare,
        equipment: devices.equipment,
        scripts,
        codeRunner: code,
        packages,
        isFlagOn: features.isOn,
        journal: createJournalStore(database.db, {
          term: term.number,
          onCommitted: () => relay?.wake(),
          onDeposed: () => leadership.verify(),
        }),
        runs,
        saveRobot: (robotKind, facts) => saveRobotFacts(entities.host('robots'), robotKind, facts),
        saveExternalPorts: (robotKind, names) =>
          saveAssignments(entities.host('robots'), robotKind, 'externalControl', names),
        saveDevicePorts: (robotKind, { names, flangeSupply }) =>
          saveAssignments(entities.host('robots'), robotKind, 'equipment', names, { flangeSupply }),
        readRobot: () => readRobot(entities.host('robots')),
        saveOperationMode: (mode) => saveOperationMode(entities.host('robots'), mode),
        pruner: createJournalPruner(database.db),
        createRecordingStore: (robotKind) => createRecordingStore(database.db, robotKind),
        recordings: createRecordingPruner(database.db),
        retention: deps.retention ?? defaultRetention,
        scenes: createSceneStore(database.db),
        holds: createHoldStore(database.db),
        facts: createFactStore(database.db, () => relay?.wake()),
        createEpochStore: (robotKind) => createEpochStore(database.db, robotKind),
        createToolChoiceStore: (robotKind) => createToolChoiceStore(database.db, robotKind),
        createRunArchive: (robotKind) => createRunArchive(database.db, robotKind),
        createLoadedRoutineStore: (robotKind) => createLoadedRoutineStore(database.db, robotKind),
        createSpeedChoiceStore: (robotKind) => createSpeedChoiceStore(database.db, robotKind),
        checkMayTakeCommand: () => (leadership.isCertain ? accepted : refuse('unavailable', inDoubt)),
        bus,
        clock,
        log,
      }),
    sleep: (ms) => clock.sleep(ms),
    log,
    orphaned: deps.orphaned,
  });
  health.addCheck('robot sessions', async () => void gate.current);
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;

  return {
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      relay = startOutboxRelay({ name: 'runner', bus, store: database.outbox, log, metrics, clock });
      await entities.begin();
      featureEvents = await followFeatureFlags(bus, features.forget);
      await gate.start();
      for (const robotKind of robotKindSchema.options) {
        if (!deps.controllers[robotKind]) continue;
        // Shown, but not critical: stops and the journal work without the arm.
        health.addCheck(`${robotKind} controller`, () => checkConnected(gate, robotKind), { critical: false });
      }
      const robots = () => gate.current;
      const kinematics = createKinematics(deps.arm ?? defaultArm);
      const shared = { robots, reads, owners: new SessionOwners(), changeSceneFor: createSceneChanges(robots) };
      const services = [
        entities.service,
        createRunnerService({ ...shared, kinematics }),
        createRunnerCalls({ ...shared, runs, packages, checkPosture: motion.checkPosture }),
      ];
      const { port, host } = deps;
      server = await startGrpcServer({ services, port, host, callers, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      // The arms first: active runs end and are journaled while everything they need is still available.
      await gate.close();
      await featureEvents?.close();
      entities.close();
      await server?.close(signal);
      for (const { channel } of [library, motion, devices]) channel.close();
      await Promise.all([scripts.close(), code?.close(), packages.close(), meshes.close(), reads.close()]);
      await relay?.stop();
      await database.close();
    },
  };
}

const inDoubt =
  'The database does not answer, so another routine runner may control the robot now. Try again when the database is back';

async function checkConnected(gate: LeaderGate, robotKind: RobotKind): Promise<void> {
  const { arm } = gate.current.sessions[robotKind].session.core;
  if (!arm.isConnected) throw new Error('the controller is not connected');
}
