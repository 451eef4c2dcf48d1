import { addressConfig, commonConfig, countConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { z } from 'zod';
import { defaultRetention } from './domain/journal-retention.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  NATS_URL: urlConfig(['nats:', 'tls:'], 'nats://127.0.0.1:4222'),
  LIBRARY_ADDRESS: addressConfig(),
  MOTION_ADDRESS: addressConfig(),
  EQUIPMENT_ADDRESS: addressConfig(),
  /** Controllers, host:port. A robot without one stays in Constructing. */
  SIMULATED_CONTROLLER: addressConfig().optional(),
  LIVE_CONTROLLER: addressConfig().optional(),
  /** What answers at LIVE_CONTROLLER; a session refuses a controller of the other kind. */
  LIVE_ROBOT: z.enum(['twin', 'real'], 'must be twin or real').default('twin'),
  /** The newest runs of each robot that are kept with their journals, and days that any run is kept; either keeps it. */
  KEEP_RUNS: countConfig(defaultRetention.keepRuns),
  KEEP_RUN_DAYS: countConfig(defaultRetention.keepDays),
});
export type Config = z.infer<typeof configSchema>;
