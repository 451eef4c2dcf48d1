import { addressConfig, commonConfig, portConfig, tlsConfig } from '@cellwright/service-kit';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  HOST: z.string().default('127.0.0.1'),
  /** Port for stops, separate from the gateway. */
  STOP_PORT: portConfig(3001),
  ...tlsConfig,
  /** Address of HTTPS once there is a certificate. Default the address of HTTP. */
  HTTPS_HOST: z.string().optional(),
  STOP_HTTPS_PORT: portConfig(3444),
  /** Address of health and metrics; without ADMIN_PORT the port of stops serves liveness, and there are no metrics. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: portConfig().optional(),
  RUNNER_ADDRESS: addressConfig(),
  IDENTITY_ADDRESS: addressConfig(),
  /** File with the key of this machine's command line; without it there is no admin key. */
  ADMIN_KEY_FILE: z.string().optional(),
  /** Addresses from which that key is accepted: only this machine, or any if the key is a secret of a cluster. */
  ADMIN_KEY_FROM: z.enum(['loopback', 'anywhere'], 'must be loopback or anywhere').default('loopback'),
});
