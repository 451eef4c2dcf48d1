import { addressConfig, commonConfig, packagesConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { LibraryServiceDeps } from './app.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  ...busConfig,
  ...packagesConfig,
  EQUIPMENT_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  /** True to allow code blocks in routines; equals the setting of the routine runner. */
  DEVELOPER_API: z.enum(['on', 'off'], 'must be on or off').default('on'),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings of `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<
  LibraryServiceDeps,
  | 'databaseUrl'
  | 'migrationMode'
  | 'host'
  | 'port'
  | 'equipmentAddress'
  | 'identityAddress'
  | 'hasDeveloperAPI'
  | 'packagesPath'
> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    equipmentAddress: config.EQUIPMENT_ADDRESS,
    identityAddress: config.IDENTITY_ADDRESS,
    hasDeveloperAPI: config.DEVELOPER_API === 'on',
    packagesPath: config.KINDS_FOLDER,
  };
}
