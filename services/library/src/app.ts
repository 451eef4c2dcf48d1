/** What the library is made of: documents over their store, and a worker for the large ones; `build` puts it together. */

import type { Clock } from '@cellwright/domain';
import { type EventBus, type Health, type Logger, type Metrics, startOutboxRelay } from '@cellwright/service-kit';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createLibrary } from './domain/library.ts';
import { connectEquipmentInventory } from './rpc/equipment-inventory.ts';
import { createLibraryService } from './rpc/library-service.ts';
import { connectDatabase, schema } from './store/database.ts';
import { createDocumentStore } from './store/document-store.ts';
import { keepRepliesFew } from './store/reply-store.ts';
import { createDocumentDesk } from './worker/document-desk.ts';

export interface LibraryServiceDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly equipmentAddress: string;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Documents of the cell: routines and their versions, space items, variables. */
export async function build(deps: LibraryServiceDeps) {
  const { databaseUrl, bus, clock, log, metrics, health } = deps;
  const now = () => clock.wallNow();
  const database = connectDatabase(databaseUrl);
  health.addCheck('library database', database.ping);
  const desk = createDocumentDesk();
  const inventory = connectEquipmentInventory(deps.equipmentAddress, log, metrics);
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  const store = createDocumentStore(database.prisma, () => relay?.wake());
  const library = createLibrary({ store, desk, listEquipment: inventory.list, now });
  let endForgetting = () => {};
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      await applyMigrations({ connectionString: databaseUrl, schema, directory: deps.migrations, log });
      relay = startOutboxRelay({ name: 'library', bus, store: database.outbox, log, metrics, clock });
      endForgetting = keepRepliesFew(database.prisma, clock, (error) =>
        log.warn('old replies were not forgotten; it is tried again in an hour', { error }),
      );
      const services = [createLibraryService({ library, now })];
      server = await startGrpcServer({ services, port: deps.port, host: deps.host, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      endForgetting();
      await server?.close(signal);
      await relay?.stop();
      inventory.close();
      await desk.close();
      await database.close();
    },
  };
}
