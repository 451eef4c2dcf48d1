import type { Owner } from '@cellwright/entities';
import { type EventBus, silentLogger, startOutboxRelay, systemClock } from '@cellwright/service-kit';
import { type EntityTables, entityTablesMigration, hostEntities } from '@cellwright/service-kit/entities';
import { applyMigrations, connectTables, outboxTableSql } from '@cellwright/service-kit/postgres';
import { createDatabase } from '@cellwright/testkit';

/**
 * Starts a service that stores its entities in its own database, and publishes their changes. It has no rules of its
 * own.
 */
export async function startEntityOwner(owner: Owner, bus: EventBus) {
  const database = await createDatabase();
  const included = [entityTablesMigration, { name: '20260101000000_outbox', sql: outboxTableSql }];
  const directory = new URL('./no-migrations.fixture', import.meta.url).pathname;
  await applyMigrations({ connectionString: database.url, schema: owner, directory, included, log: silentLogger });
  const tables = connectTables<EntityTables>({ connectionString: database.url, schema: owner });
  const relay = startOutboxRelay({ name: owner, bus, store: tables.outbox, log: silentLogger, clock: systemClock });
  const onCommitted = () => relay.wake();
  const entities = hostEntities({ owner, db: tables.db, onCommitted, clock: systemClock, log: silentLogger });
  await entities.begin();
  return {
    service: entities.service,
    host: entities.host,
    async stop() {
      entities.close();
      await relay.stop();
      await tables.close();
      await database.drop();
    },
  };
}
