/** The parts of the library: its entities, routine files, and a thread for large documents; `build` assembles them. */

import type { Clock } from '@cellwright/domain/basics';
import { type StepComment, stepCommentSchema } from '@cellwright/domain/routine';
import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { anyEntity } from '@cellwright/entities';
import {
  type EventBus,
  type Health,
  type Logger,
  type Metrics,
  readPackageFolders,
  type Subscription,
  startOutboxRelay,
} from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { type HostedEntities, hostEntities } from '@cellwright/service-kit/entities';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, type MigrationMode } from '@cellwright/service-kit/postgres';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { createDependents } from './domain/dependents.ts';
import { createInventory } from './domain/inventory.ts';
import { createRoutineFiles } from './domain/routine-files.ts';
import { createRoutineLookup } from './domain/routine-lookup.ts';
import { createRoutineProposals } from './domain/routine-proposals.ts';
import { createSpaceFiles } from './domain/space-files.ts';
import { createHooks } from './entities/hooks.ts';
import type { KnownRobot } from './entities/safety-settings.ts';
import { followRobots } from './events/follow-robots.ts';
import { migrationSettings } from './migrations.ts';
import { connectEquipmentInventory } from './rpc/equipment-inventory.ts';
import { connectFeatureFlags } from './rpc/feature-flags.ts';
import { createLibraryCalls } from './rpc/library-calls.ts';
import { createLibraryService } from './rpc/library-service.ts';
import { connectDatabase } from './store/database.ts';
import { nameRobotInSafetySettings } from './store/name-robot.ts';
import { createDocumentThread } from './worker/document-thread.ts';

export interface LibraryServiceDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** If absent, this process applies the migrations. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly equipmentAddress: string;
  /** True to allow code blocks. Default true. */
  readonly hasDeveloperAPI?: boolean;
  /** Folder with the packages of kinds; undefined for none. */
  readonly packagesPath?: string | undefined;
  readonly identityAddress: string;
  readonly peers: Peers<'library'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Builds the service for documents of the cell: routines and their versions, space items, variables. */
export async function build(deps: LibraryServiceDeps) {
  const { databaseUrl, peers, bus, clock, log, metrics, health } = deps;
  const now = () => clock.wallNow();
  const database = connectDatabase(databaseUrl);
  health.addCheck('library database', database.ping);
  const folders = readPackageFolders(deps.packagesPath);
  loadKindPackages(folders);
  const thread = createDocumentThread(folders);
  const equipment = connectEquipmentInventory(deps.equipmentAddress, peers.proofs, log, metrics);
  const flags = connectFeatureFlags(deps.identityAddress, peers.proofs, log, metrics);
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  let robots: Subscription | undefined;
  const knownRobot: KnownRobot = {};
  const findSpaceItem = async (id: string): Promise<SpaceItem | undefined> => {
    const stored = await entities.store.find(anyEntity('globalSpace'), id);
    return stored && spaceItemSchema.parse(JSON.parse(stored.body));
  };
  const findComment = async (id: string): Promise<StepComment | undefined> => {
    const stored = await entities.store.find(anyEntity('stepComments'), id);
    return stored && stepCommentSchema.parse(JSON.parse(stored.body));
  };
  const entities: HostedEntities = hostEntities({
    owner: 'library',
    db: database.db,
    hooks: createHooks({
      thread,
      findSpaceItem,
      findComment,
      checkFile: (fileURL, exceptID) => spaceFiles.checkFile(fileURL, exceptID),
      listDevices: equipment.list,
      lookup: createRoutineLookup(() => entities.store),
      robot: knownRobot,
    }),
    onCommitted: () => relay?.wake(),
    clock,
    log,
  });
  const inventory = createInventory({
    store: entities.store,
    listEquipment: equipment.list,
    listFlagsOn: flags.listOn,
    hasDeveloperAPI: deps.hasDeveloperAPI ?? true,
  });
  const files = createRoutineFiles({ store: entities.store, thread, inventory, now });
  const dependents = createDependents({ store: entities.store, thread, inventory });
  const spaceFiles = createSpaceFiles({ store: entities.store, thread, now });
  const proposals = createRoutineProposals({ store: entities.store, thread, files, now });
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      relay = startOutboxRelay({ name: 'library', bus, store: database.outbox, log, metrics, clock });
      await entities.begin();
      robots = await followRobots(
        bus,
        async (robotID) => {
          await nameRobotInSafetySettings(database.db, robotID);
          knownRobot.robotID = robotID;
        },
        log,
      );
      const services = [
        entities.service,
        createLibraryService(files, spaceFiles, flags.listOn),
        createLibraryCalls(files, spaceFiles, proposals, dependents),
      ];
      const { port, host } = deps;
      server = await startGrpcServer({ services, port, host, callers: peers.gate, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      entities.close();
      await robots?.close();
      await server?.close(signal);
      await relay?.stop();
      equipment.close();
      flags.close();
      await thread.close();
      await database.close();
    },
  };
}
