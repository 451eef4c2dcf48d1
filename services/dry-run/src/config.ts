import { addressConfig, commonConfig, packagesConfig, portConfig } from '@cellwright/service-kit';
import { robotArmConfig } from '@cellwright/service-kit/arm';
import * as z from 'zod';
import type { DryRunDeps } from './app.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  ...robotArmConfig,
  ...packagesConfig,
  LIBRARY_ADDRESS: addressConfig(),
  EQUIPMENT_ADDRESS: addressConfig(),
  RUNNER_ADDRESS: addressConfig(),
  /** Whether code blocks may run; equals the setting of the routine runner. */
  DEVELOPER_API: z.enum(['on', 'off'], 'must be on or off').default('on'),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings of `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<DryRunDeps, 'arm' | 'host' | 'port' | 'addresses' | 'hasDeveloperAPI' | 'packagesPath'> {
  return {
    arm: config.ROBOT_ARM.model,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    addresses: {
      library: config.LIBRARY_ADDRESS,
      equipment: config.EQUIPMENT_ADDRESS,
      runner: config.RUNNER_ADDRESS,
    },
    hasDeveloperAPI: config.DEVELOPER_API === 'on',
    packagesPath: config.KINDS_FOLDER,
  };
}
