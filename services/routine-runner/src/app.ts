import { defaultArm } from '@cellwright/arm';
import type { Clock, RobotKind } from '@cellwright/domain';
import {
  type EventBus,
  type Health,
  type Logger,
  type Metrics,
  type Subscription,
  startOutboxRelay,
} from '@cellwright/service-kit';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createEngine } from '@cellwright/steps/engine';
import { describeInterruption, interruptionTail } from './domain/interruption.ts';
import { createJogResolver } from './domain/jog/jog-resolver.ts';
import type { JournalStore } from './domain/journal.ts';
import { RequestDesk } from './domain/request-desk.ts';
import { SceneKeeper } from './domain/scene-keeper.ts';
import { RobotSession } from './domain/session.ts';
import { followEquipment } from './events/equipment-events.ts';
import { createSceneEvents } from './events/scene-events.ts';
import { createStateEvents } from './events/state-events.ts';
import { connectEquipment } from './rpc/cell-devices.ts';
import { type ControllerAddress, keepConnected } from './rpc/controller-line.ts';
import { connectLibrary } from './rpc/library-programs.ts';
import { connectPlanner } from './rpc/motion-planner.ts';
import { createRunnerService, type SessionDoor } from './rpc/runner-service.ts';
import { connectDatabase, schema } from './store/database.ts';
import { createEpochStore } from './store/epoch-store.ts';
import { createJournalStore } from './store/journal-store.ts';
import { createRunReader, type RunReader } from './store/run-reader.ts';
import { createSceneStore } from './store/scene-store.ts';

export interface RoutineRunnerDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly motion: string; readonly equipment: string };
  /** A robot without a controller stays in Constructing. */
  readonly controllers: Readonly<Partial<Record<RobotKind, ControllerAddress>>>;
  /** Whether a twin stands in for the live robot. Default true. */
  readonly isLiveTwin?: boolean;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

const robotKinds = ['live', 'simulated'] as const satisfies readonly RobotKind[];

/** The robot sessions, live and simulated, their runs and the journal. */
export async function build(deps: RoutineRunnerDeps) {
  const { databaseUrl, bus, clock, log, metrics, health, addresses } = deps;
  const database = connectDatabase(databaseUrl);
  health.addCheck('runner database', database.ping);
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  const journal = createJournalStore(database.prisma, () => relay?.wake());
  const runs = createRunReader(database.prisma);
  const library = connectLibrary(addresses.library, metrics);
  const motion = connectPlanner(addresses.motion, metrics, (robotKind) => scenes.current(robotKind));
  const scenes: SceneKeeper = new SceneKeeper({
    store: createSceneStore(database.prisma),
    planner: motion.scenes,
    publish: createSceneEvents(bus, log),
    clock,
    log,
  });
  const devices = connectEquipment(addresses.equipment, metrics, log);
  const { planner } = motion;

  const openSession = (robotKind: RobotKind): SessionDoor => {
    const session = new RobotSession({
      robotKind,
      isTwin: robotKind === 'live' && (deps.isLiveTwin ?? true),
      clock,
      log: log.child({ robotKind }),
      planner,
      programs: library.programs,
      equipment: devices.equipment,
      journal,
      epochs: createEpochStore(database.prisma, robotKind),
      createEngine,
      createJogResolver: (currentTool) => createJogResolver(defaultArm, currentTool),
      ...createStateEvents(bus, robotKind, log),
    });
    return { session, desk: new RequestDesk(session, planner) };
  };
  const sessions = { live: openSession('live'), simulated: openSession('simulated') };
  const lines: ReturnType<typeof keepConnected>[] = [];
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  let equipmentEvents: Subscription | undefined;

  return {
    sessions,
    async start(): Promise<{ address: string }> {
      await applyMigrations({ connectionString: databaseUrl, schema, directory: deps.migrations, log });
      relay = startOutboxRelay({ name: 'runner', bus, store: database.outbox, log, metrics, clock });
      for (const robotKind of robotKinds) {
        const { session } = sessions[robotKind];
        await closeInterruptedRuns(session, { journal, runs, clock });
        await session.begin();
      }
      await scenes.load();
      equipmentEvents = await followEquipment(bus, () => {
        for (const robotKind of robotKinds) void sessions[robotKind].session.showTool();
      });
      const services = [createRunnerService({ sessions, runs, scenes })];
      server = await startGrpcServer({ services, port: deps.port, host: deps.host, log, metrics, health });
      for (const robotKind of robotKinds) {
        const address = deps.controllers[robotKind];
        if (!address) continue;
        const { session } = sessions[robotKind];
        lines.push(keepConnected({ session, address, clock, log }));
        // Shown, but not a reason to send nobody here: stops and the journal work without the arm.
        health.addCheck(`${robotKind} controller`, () => checkConnected(session), { critical: false });
      }
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      // The arms first: what runs is ended and journaled while everything it needs is still there.
      await Promise.all(robotKinds.map((robotKind) => sessions[robotKind].session.close()));
      scenes.close();
      await equipmentEvents?.close();
      await server?.close(signal);
      await Promise.all(lines.map((line) => line.close()));
      for (const { channel } of [library, motion, devices]) channel.close();
      await relay?.stop();
      await database.close();
    },
  };
}

async function checkConnected(session: RobotSession): Promise<void> {
  if (!session.core.arm.isConnected) throw new Error('the controller is not connected');
}

/** Runs that an earlier process left open are over: interrupted, with the step they were in. Nothing moves. */
async function closeInterruptedRuns(
  session: RobotSession,
  { journal, runs, clock }: { journal: JournalStore; runs: RunReader; clock: Clock },
): Promise<void> {
  for (const open of await runs.listOpen(session.robotKind)) {
    const tail = await runs.tail(open.id, interruptionTail);
    const interruption = describeInterruption(open, tail, clock.wallNow());
    await journal.write(interruption);
    session.core.log.warn('a run was interrupted', { runID: open.id, in: interruption.run.interruptedIn });
  }
  const newest = await runs.newest(session.robotKind);
  if (newest?.status === 'interrupted') session.showInterrupted(newest);
}
