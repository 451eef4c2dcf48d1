import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, readTableColumns, type TestDatabase } from '@cellwright/testkit';
import { entityTablesMigration } from '../entities/index.ts';
import { silentLogger } from '../logger.ts';
import { applyMigrations } from '../postgres/index.ts';

/**
 * Creates a database with the tables of a service that keeps entities: its own, and theirs. The migrations run once for all
 * test files; each database is a copy.
 */
export async function createServiceDatabase(schema: string, migrations: URL | string): Promise<TestDatabase> {
  const directory = migrations instanceof URL ? fileURLToPath(migrations) : migrations;
  const included = [entityTablesMigration];
  return createDatabase({
    key: JSON.stringify([schema, readFolder(directory), included]),
    prepare: async (connectionString) =>
      void (await applyMigrations({ connectionString, schema, directory, included, log: silentLogger })),
  });
}

/** Path and text of every file. */
function readFolder(directory: string): [string, string][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

/** The columns that a service's migrations make beside those of entities, to be compared with its `TableColumns`. */
export async function readOwnColumns(schema: string, migrations: URL) {
  const database = await createServiceDatabase(schema, migrations);
  const { Entity, EntityVersion, EntityRevision, EntityReply, EntityReference, EntityMember, Outbox, ...own } =
    await readTableColumns(database, schema);
  await database.drop();
  return own;
}
