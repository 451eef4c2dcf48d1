import { commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { z } from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  /** File with the key of this machine's command line; without it there is no admin key. */
  ADMIN_KEY_FILE: z.string().optional(),
});
