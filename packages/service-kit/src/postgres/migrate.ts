import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@cellwright/domain/basics';
import pg from 'pg';
import * as z from 'zod';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { MigrationError } from './migration-error.ts';
import { isDatabaseUnavailable } from './pool.ts';
import { grantToServices, servicesRoleOf, type TablePrivileges } from './services-role.ts';

export interface MigrationOptions {
  /** URL of the user that owns the tables. */
  readonly connectionString: string;
  /** URL with which services connect. Its user only gets rights to rows. Default: `connectionString`. */
  readonly servicesUrl?: string | undefined;
  /** Tables for which services have fewer rights than to read, add, change and delete rows. */
  readonly privileges?: TablePrivileges;
  /** The service's own schema; created when missing. */
  readonly schema: string;
  /** Folder with one `<timestamp>_<name>/migration.sql` per migration. */
  readonly directory: string;
  /** Migrations of parts of the kit, applied among the folder's in the order of their names. */
  readonly included?: readonly IncludedMigration[];
  readonly log: Logger;
  /** Clock for waiting; for tests. */
  readonly clock?: Clock;
}

/** A migration that is part of the code. */
export interface IncludedMigration {
  /** `<timestamp>_<name>`. */
  readonly name: string;
  readonly sql: string;
}

/** Determines whether each process migrates the database at its start, or waits for another process to do it. */
export type MigrationMode = 'apply' | 'await';

/** Variable of a service with a database. Spread into its schema. */
export const migrationsConfig = {
  MIGRATIONS: z.enum(['apply', 'await'], 'must be apply or await').default('apply'),
} as const;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** An arbitrary number that no other lock uses; the second part is the schema's hash. */
const lockSpace = 0x43574d47;
/** Long, because a new server responds slowly while all processes of a machine start. */
const connectWithinMs = 30_000;
/** Maximum time to wait for another process that is migrating. */
const lockTimeoutMs = 120_000;

/**
 * Applies missing migrations, or waits until another process has.
 * @throws MigrationError as `applyMigrations`; `missing` when the other process does not do so in time.
 */
export async function bringUpToDate({ mode, ...options }: MigrationOptions & { mode: MigrationMode }): Promise<void> {
  if (mode === 'apply') await applyMigrations(options);
  else await awaitMigrations(options);
}

/**
 * Applies missing migrations, each in one transaction, under an advisory lock: processes that start together take
 * turns. Keeps Prisma's own `_prisma_migrations` table, in the service's schema.
 * @returns the names of the migrations applied now.
 * @throws MigrationError `newer` when the database has migrations unknown to this build, `changed` when one was edited
 * after it was applied, `failed` when one fails (it is rolled back).
 */
export async function applyMigrations(options: MigrationOptions): Promise<readonly string[]> {
  const { schema, log, connectionString, servicesUrl, privileges = {} } = options;
  const migrations = await collectMigrations(options);
  const role = servicesRoleOf(connectionString, servicesUrl);
  // A service that does not own its tables can check, and has nothing to apply.
  if (role === undefined && (await readMissing(options, migrations)).length === 0) return [];
  const client = await connect(options);
  try {
    // The lock ends with the connection, so a killed process leaves none behind.
    await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [lockSpace, schema]);
    await client.query('SET lock_timeout = 0');
    await ensureRecord(client, schema);
    const applied = await readApplied(client, schema);
    const missing = findMissing(schema, migrations, applied);
    for (const migration of missing) {
      await applyMigration(client, schema, migration);
      log.info('migration applied', { schema, migration: migration.name });
    }
    if (role !== undefined && servicesUrl !== undefined)
      await grantToServices(client, { schema, servicesUrl, role, privileges });
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Longer than a Job of the cluster may take to be scheduled and load its image. */
const awaitTimeoutMs = 300_000;
const awaitIntervalMs = 1000;

async function awaitMigrations(options: MigrationOptions): Promise<void> {
  const { schema, log, clock = systemClock } = options;
  const migrations = await collectMigrations(options);
  const end = clock.now() + awaitTimeoutMs;
  for (let isTold = false; ; isTold = true) {
    const state = await readState(options, migrations);
    if ('missing' in state && state.missing.length === 0) return;
    if (!isTold) log.info('waiting for migrations', { schema, ...describeState(state) });
    if (clock.now() >= end) {
      if ('error' in state) throw state.error;
      throw new MigrationError(
        'missing',
        `The schema '${schema}' lacks ${describeState(state).missing}, which nothing has applied within ${awaitTimeoutMs / 1000} s. Run the migrations of this version, or set MIGRATIONS=apply`,
      );
    }
    await clock.sleep(awaitIntervalMs);
  }
}

type AwaitedState = { readonly missing: readonly Migration[] } | { readonly error: unknown };

/** Postgres refuses a user that does not exist or has another password, or one without rights to the schema. */
const refusedUserCodes: readonly unknown[] = ['28P01', '28000', '42501'];

/**
 * Reads the missing migrations, or an expected temporary error: a database that does not respond yet, or a user that
 * the migrations have not created or granted rights yet.
 */
async function readState(options: MigrationOptions, migrations: readonly Migration[]): Promise<AwaitedState> {
  try {
    return { missing: await readMissing(options, migrations) };
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && refusedUserCodes.includes(error.code);
    if (!isRefused && !isDatabaseUnavailable(error)) throw error;
    return { error };
  }
}

const describeState = (state: AwaitedState) =>
  'error' in state
    ? { reason: state.error instanceof Error ? state.error.message : String(state.error), missing: '' }
    : { missing: state.missing.map(({ name }) => name).join(', ') };

async function readMissing(options: MigrationOptions, migrations: readonly Migration[]): Promise<Migration[]> {
  const { schema } = options;
  const client = await connect(options);
  try {
    const record = `${pg.escapeIdentifier(schema)}."_prisma_migrations"`;
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [record]);
    const applied = rows[0]?.exists ? await readApplied(client, schema) : new Map<string, string>();
    return findMissing(schema, migrations, applied);
  } finally {
    await client.end();
  }
}

async function connect({ connectionString, schema, log }: MigrationOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectWithinMs,
    application_name: `${schema} migrations`,
  });
  client.on('error', (error) => log.error('the connection broke while migrating', { schema, error }));
  await client.connect();
  return client;
}

async function collectMigrations({ directory, included = [] }: MigrationOptions): Promise<Migration[]> {
  return [...(await readMigrations(directory)), ...included.map(withChecksum)].sort(byName);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.map(async (name) =>
      withChecksum({ name, sql: await readFile(join(directory, name, 'migration.sql'), 'utf8') }),
    ),
  );
}

function withChecksum({ name, sql }: IncludedMigration): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function byName(one: Migration, other: Migration): number {
  return one.name < other.name ? -1 : 1;
}

async function ensureRecord(client: pg.Client, schema: string): Promise<void> {
  const quoted = pg.escapeIdentifier(schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
  // The table in the form of Prisma's own tools.
  await client.query(`CREATE TABLE IF NOT EXISTS ${quoted}."_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`);
}

async function readApplied(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM ${pg.escapeIdentifier(schema)}."_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function findMissing(
  schema: string,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      'newer',
      `The database was last used by a newer version of Cellwright: its schema '${schema}' has the migration ${unknown.join(', ')}, which this version does not know. Start that version again, or restore a backup made before the update`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed) {
    throw new MigrationError(
      'changed',
      `The migration ${changed.name} of the schema '${schema}' was changed after it had been applied to this database. Restore the migration as it was, and put the change into a new one`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyMigration(client: pg.Client, schema: string, { name, sql, checksum }: Migration): Promise<void> {
  const quoted = pg.escapeIdentifier(schema);
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL search_path TO ${quoted}`);
    await client.query(sql);
    await client.query(
      `INSERT INTO ${quoted}."_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    // The original error is thrown below; a lost connection rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError('failed', `The migration ${name} of the schema '${schema}' cannot be applied: ${why}`, {
      cause,
    });
  }
}
