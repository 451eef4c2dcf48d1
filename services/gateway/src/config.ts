import { addressConfig, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { z } from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  HOST: z.string().default('127.0.0.1'),
  PORT: portConfig(3000),
  NATS_URL: urlConfig(['nats:', 'tls:'], 'nats://127.0.0.1:4222'),
  LIBRARY_ADDRESS: addressConfig(),
  RUNNER_ADDRESS: addressConfig(),
  EQUIPMENT_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  /** The motion service's planner socket. */
  PLANNER_ADDRESS: addressConfig(),
});
export type Config = z.infer<typeof configSchema>;
