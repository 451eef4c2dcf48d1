import { commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { z } from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  /** Of the planner socket. */
  SOCKET_PORT: portConfig(0),
  ADMIN_PORT: portConfig(0),
  REDIS_URL: urlConfig(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
  /** Planning threads; 0 means one less than the machine has cores, and at least one. */
  PLANNING_THREADS: z.coerce.number().int().min(0).max(64).default(0),
});
