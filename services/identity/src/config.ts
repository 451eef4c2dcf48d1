import { addressConfig, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { IdentityDeps } from './app.ts';
import { readSingleSignOn, singleSignOnConfig } from './single-sign-on/settings.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  ...busConfig,
  REDIS_URL: urlConfig(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  /** Key that hashes the audit log, so that a rewrite in the database is detected. */
  AUDIT_KEY: z.string().min(32, 'must have at least 32 characters'),
  /** Ports of external control are compared with those of devices, if the cell has any. */
  EQUIPMENT_ADDRESS: addressConfig().optional(),
  ...singleSignOnConfig,
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings for `build` from the environment. @throws ConfigError if those of single sign-on are incomplete. */
export function settingsOf(
  config: Config,
): Pick<
  IdentityDeps,
  'databaseUrl' | 'auditKey' | 'migrationMode' | 'host' | 'port' | 'equipmentAddress' | 'singleSignOn'
> {
  return {
    databaseUrl: config.DATABASE_URL,
    auditKey: config.AUDIT_KEY,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    equipmentAddress: config.EQUIPMENT_ADDRESS,
    singleSignOn: readSingleSignOn(config),
  };
}
