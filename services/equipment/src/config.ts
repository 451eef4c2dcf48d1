import { addressConfig, booleanConfig, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
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
  /** Whether this process also runs the devices' simulators, on loopback. */
  RUN_SIMULATORS: booleanConfig(true),
  /** Devices wired to the ports of a robot are reached over its runner; without one they are not reached. */
  RUNNER_ADDRESS: addressConfig().optional(),
  /** Ports that a device is wired to are compared with those of safety rules, and of external control. */
  LIBRARY_ADDRESS: addressConfig().optional(),
  IDENTITY_ADDRESS: addressConfig().optional(),
});
export type Config = z.infer<typeof configSchema>;

/** What `build` takes from the environment. */
export function settingsOf(
  config: Config,
): Omit<EquipmentServiceDeps, 'migrations' | 'peers' | 'bus' | 'clock' | 'log' | 'metrics' | 'health'> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    runSimulators: config.RUN_SIMULATORS,
    egress: egressSettingsOf(config, [config.DATABASE_URL, config.NATS_URL]),
    runnerAddress: config.RUNNER_ADDRESS,
    libraryAddress: config.LIBRARY_ADDRESS,
    identityAddress: config.IDENTITY_ADDRESS,
  };
}
