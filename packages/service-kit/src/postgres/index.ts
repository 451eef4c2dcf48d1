/** Postgres for services: pools with short waits, migrations at start, outbox tables. */
export { checkDatabase, ensureDatabase } from './database.ts';
export { Leadership, type LeadershipOptions, leaderTableSql, type Term } from './leadership.ts';
export {
  applyMigrations,
  bringUpToDate,
  type IncludedMigration,
  type MigrationMode,
  type MigrationOptions,
  migrationsConfig,
} from './migrate.ts';
export { MigrationError } from './migration-error.ts';
export { createOutboxStore, outboxTableSql } from './outbox-store.ts';
export {
  createPool,
  guardDatabase,
  isDatabaseUnavailable,
  type PoolOptions,
  pingDatabase,
  poolConfig,
} from './pool.ts';
export { runMigrations } from './run-migrations.ts';
export { connectTables, type ServiceTables } from './service-tables.ts';
export type { TablePrivileges } from './services-role.ts';
export { storableJson } from './storable-json.ts';
