import * as z from 'zod';
import { systemClock } from '../clock.ts';
import { commonConfig, type Environment, loadConfig, urlConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { applyMigrations, type MigrationOptions } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { isDatabaseUnavailable } from './pool.ts';

/** Maximum time for a database that starts at the same time. */
const patienceMs = 180_000;
const intervalMs = 1000;

/** Runs the migrations of a service's schema as a program: exits with 0 on success, else with 1. */
export async function runMigrations(
  name: string,
  options: Pick<MigrationOptions, 'schema' | 'directory' | 'included' | 'privileges'>,
  env: Environment = process.env,
): Promise<void> {
  const log = createLogger(`${name}-migrations`, { level: commonConfig.LOG_LEVEL.catch('INFO').parse(env.LOG_LEVEL) });
  try {
    const { DATABASE_URL: servicesUrl, MIGRATIONS_DATABASE_URL: ownerUrl } = loadConfig(databaseSchema, env);
    const urls = { connectionString: ownerUrl ?? servicesUrl, servicesUrl };
    const applied = await migrateWithPatience({ ...options, ...urls, log });
    log.info('the schema is up to date', { schema: options.schema, applied });
  } catch (error) {
    log.error('the schema is not up to date', { schema: options.schema, error });
    process.exitCode = 1;
  }
}

const url = urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright');
const databaseSchema = z.object({
  /** URL of services. */
  DATABASE_URL: url,
  /** URL of the owner of the tables. Default: that of services, which can then alter all tables. */
  MIGRATIONS_DATABASE_URL: url.optional(),
});

async function migrateWithPatience(options: MigrationOptions): Promise<readonly string[]> {
  const end = systemClock.now() + patienceMs;
  for (;;) {
    try {
      return await applyMigrations(options);
    } catch (error) {
      if (error instanceof MigrationError || !isDatabaseUnavailable(error) || systemClock.now() >= end) throw error;
      options.log.info('waiting for the database', { error });
      await systemClock.sleep(intervalMs);
    }
  }
}
