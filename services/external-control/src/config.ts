import { addressConfig, commonConfig, portConfig } from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: portConfig(0),
  ...busConfig,
  RUNNER_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  EXTERNAL_CONTROL_FOLDER: z.string().default('external-control'),
  BUILD_ID: z.string().min(1).max(32).default('development'),
});
