import { fileURLToPath } from 'node:url';
import { createDatabase, readTableColumns, type TestDatabase } from '@cellwright/testkit';
import { entityTablesMigration } from '../entities/index.ts';
import { silentLogger } from '../logger.ts';
import { applyMigrations } from '../postgres/index.ts';

/** A database with the tables of a service that keeps entities: its own, and theirs. */
export async function createServiceDatabase(schema: string, migrations: URL): Promise<TestDatabase> {
  const database = await createDatabase();
  await applyMigrations({
    connectionString: database.url,
    schema,
    directory: fileURLToPath(migrations),
    included: [entityTablesMigration],
    log: silentLogger,
  });
  return database;
}

/** The columns that a service's migrations make beside those of entities, to be compared with its `TableColumns`. */
export async function readOwnColumns(schema: string, migrations: URL) {
  const database = await createServiceDatabase(schema, migrations);
  const { Entity, EntityVersion, EntityRevision, EntityReply, EntityReference, EntityMember, Outbox, ...own } =
    await readTableColumns(database, schema);
  await database.drop();
  return own;
}
