import { booleanConfig, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { z } from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  NATS_URL: urlConfig(['nats:', 'tls:'], 'nats://127.0.0.1:4222'),
  /** Whether this process also runs the devices' simulators, on loopback. */
  RUN_SIMULATORS: booleanConfig(true),
});
