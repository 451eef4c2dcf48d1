import { addressConfig, commonConfig, portConfig, tlsConfig } from '@cellwright/service-kit';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  HOST: z.string().default('127.0.0.1'),
  /** Where stops are taken besides the gateway. */
  STOP_PORT: portConfig(3001),
  ...tlsConfig,
  /** Where stops are taken over HTTPS once there is a certificate. Default the address of HTTP. */
  HTTPS_HOST: z.string().optional(),
  STOP_HTTPS_PORT: portConfig(3444),
  /** Of health and metrics; without it the port of stops answers whether it is there, and there are no metrics. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: portConfig().optional(),
  RUNNER_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  /** File with the key of this machine's command line; without it there is no admin key. */
  ADMIN_KEY_FILE: z.string().optional(),
  /** Where that key is taken from: this machine alone, or, where it is a secret of a cluster, anywhere. */
  ADMIN_KEY_FROM: z.enum(['loopback', 'anywhere'], 'must be loopback or anywhere').default('loopback'),
});
