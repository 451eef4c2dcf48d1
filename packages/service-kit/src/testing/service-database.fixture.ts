import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, readTableColumns, type TestDatabase } from '@cellwright/testkit';
import { entityTablesMigration } from '../entities/index.ts';
import { silentLogger } from '../logger.ts';
import { applyMigrations, type TablePrivileges } from '../postgres/index.ts';

/**
 * Creates a database with the tables of a service that owns entities: its own, and those of entities. The migrations
 * run once for all test files; each database is a copy. Its URL is that of the services' role, which owns nothing;
 * `query` runs as the superuser.
 */
export async function createServiceDatabase(
  schema: string,
  migrations: URL | string,
  privileges: TablePrivileges = {},
): Promise<TestDatabase> {
  const directory = migrations instanceof URL ? fileURLToPath(migrations) : migrations;
  const included = [entityTablesMigration];
  const database = await createDatabase({
    key: JSON.stringify([schema, readFolder(directory), included, privileges, servicesRole]),
    prepare: async (connectionString) => {
      const servicesUrl = asServices(connectionString);
      const options = { connectionString, servicesUrl, schema, directory, included, privileges };
      await applyMigrations({ ...options, log: silentLogger });
    },
  });
  return { ...database, url: asServices(database.url) };
}

const servicesRole = 'cellwright_services';

function asServices(url: string): string {
  const changed = new URL(url);
  changed.username = servicesRole;
  return changed.href;
}

/** Returns path and text of every file. */
function readFolder(directory: string): [string, string][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

/** Returns the columns of a service's migrations, without those of entities, for comparison with its `TableColumns`. */
export async function readOwnColumns(schema: string, migrations: URL) {
  const database = await createServiceDatabase(schema, migrations);
  const { Entity, EntityVersion, EntityRevision, EntityReply, EntityReference, EntityMember, Outbox, ...own } =
    await readTableColumns(database, schema);
  await database.drop();
  return own;
}
