import {
  addressConfig,
  booleanConfig,
  commonConfig,
  packagesConfig,
  portConfig,
  timeScaleConfig,
  urlConfig,
} from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import { egressConfig, egressSettingsOf } from '@cellwright/service-kit/egress';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { EquipmentServiceDeps } from './app.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  ...busConfig,
  ...egressConfig,
  ...timeScaleConfig,
  ...packagesConfig,
  /** True if this process also runs the simulators of the devices, on loopback. */
  RUN_SIMULATORS: booleanConfig(true),
  /**
   * Address of the routine runner, which gives access to devices wired to the ports of a robot; without it they are
   * unreachable.
   */
  RUNNER_ADDRESS: addressConfig().optional(),
  /** Services whose ports of safety rules and external control are compared with the ports of devices. */
  LIBRARY_ADDRESS: addressConfig().optional(),
  IDENTITY_ADDRESS: addressConfig().optional(),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings of `build` from the environment. */
export function settingsOf(
  config: Config,
): Omit<EquipmentServiceDeps, 'migrations' | 'peers' | 'bus' | 'clock' | 'log' | 'metrics' | 'health'> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    timeScale: config.CELL_TIME_SCALE,
    runSimulators: config.RUN_SIMULATORS,
    egress: egressSettingsOf(config, [config.DATABASE_URL, config.NATS_URL]),
    runnerAddress: config.RUNNER_ADDRESS,
    libraryAddress: config.LIBRARY_ADDRESS,
    identityAddress: config.IDENTITY_ADDRESS,
    packagesPath: config.KINDS_FOLDER,
  };
}
