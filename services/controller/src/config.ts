import { commonConfig, portConfig, timeScaleConfig } from '@cellwright/service-kit';
import { robotArmConfig } from '@cellwright/service-kit/arm';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  /** 'twin' simulates a live robot. */
  CONTROLLER_KIND: z.enum(['simulated', 'twin'], "must be 'simulated' or 'twin'").default('simulated'),
  CONTROLLER_HOST: z.string().default('127.0.0.1'),
  /** 0 for an ephemeral port. */
  CONTROLLER_PORT: portConfig(0),
  /** File written once the ports are known: JSON with port, adminPort and pid. */
  CONTROLLER_PORT_FILE: z.string().optional(),
  CONTROLLER_ADMIN_PORT: portConfig(0),
  ...robotArmConfig,
  ...timeScaleConfig,
  /** Entries of the motion and output log kept in memory. */
  CONTROLLER_LOG_ENTRIES: z.coerce
    .number('must be a whole number of entries')
    .int('must be a whole number of entries')
    .min(100, 'must be at least 100')
    .max(1_000_000, 'must be at most 1000000')
    .default(20_000),
  /** Also append every log entry to this file, as JSON lines. */
  CONTROLLER_LOG_FILE: z.string().optional(),
});
export type Config = z.infer<typeof configSchema>;
