import { commonConfig, portConfig } from '@cellwright/service-kit';
import { z } from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  /** Planning threads; 0 means one less than the machine has cores, and at least one. */
  PLANNING_THREADS: z.coerce.number().int().min(0).max(64).default(0),
});
