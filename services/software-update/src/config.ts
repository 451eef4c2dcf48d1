import { serialSchema } from '@cellwright/domain/fleet';
import { addressConfig, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { SoftwareUpdateDeps } from './app.ts';

/** Settings of updates that the cell passes on from its own environment. */
export const updateConfig = {
  /** URL or folder of the registry of builds; without it builds come from sticks only. */
  BUILDS_REGISTRY: z.string().min(1).optional(),
  /** Root metadata of the registry, as it came with the box. */
  BUILDS_ROOT_FILE: z.string().min(1).optional(),
  /** Serial number of this box in a fleet. Default: derived from the machine. */
  BOX_SERIAL: serialSchema.optional(),
  /** Folder of releases, set by scripts/launch.mjs. */
  RELEASES_FOLDER: z.string().min(1).optional(),
  /** Build that runs, set by scripts/launch.mjs. */
  BUILD_ID: z.string().min(1).max(32).default('development'),
} as const;

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  ...busConfig,
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  RUNNER_ADDRESS: addressConfig(),
  /** Folder for trusted metadata, downloads and backups. */
  SOFTWARE_FOLDER: z.string().default('software'),
  ...updateConfig,
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings for `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<
  SoftwareUpdateDeps,
  | 'databaseUrl'
  | 'migrationMode'
  | 'host'
  | 'port'
  | 'runnerAddress'
  | 'folder'
  | 'registry'
  | 'rootFile'
  | 'releasesFolder'
  | 'runningBuildID'
  | 'serial'
> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    runnerAddress: config.RUNNER_ADDRESS,
    folder: config.SOFTWARE_FOLDER,
    registry: config.BUILDS_REGISTRY,
    rootFile: config.BUILDS_ROOT_FILE,
    releasesFolder: config.RELEASES_FOLDER,
    runningBuildID: config.BUILD_ID,
    serial: config.BOX_SERIAL,
  };
}
