import {
  addressConfig,
  ConfigError,
  commonConfig,
  countConfig,
  packagesConfig,
  portConfig,
  timeScaleConfig,
  urlConfig,
} from '@cellwright/service-kit';
import { robotArmConfig } from '@cellwright/service-kit/arm';
import { busConfig } from '@cellwright/service-kit/bus';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { RoutineRunnerDeps } from './app.ts';
import { defaultRetention } from './domain/journal/journal-retention.ts';

const megabyte = 2 ** 20;

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  ...busConfig,
  ...robotArmConfig,
  ...timeScaleConfig,
  ...packagesConfig,
  LIBRARY_ADDRESS: addressConfig(),
  MOTION_ADDRESS: addressConfig(),
  EQUIPMENT_ADDRESS: addressConfig(),
  /** Addresses of controllers, host:port. A robot without one stays in Constructing. */
  SIMULATED_CONTROLLER: addressConfig().optional(),
  LIVE_CONTROLLER: addressConfig().optional(),
  /** Kind of robot at LIVE_CONTROLLER; a session refuses a controller of the other kind. */
  LIVE_ROBOT: z.enum(['twin', 'real'], 'must be twin or real').default('twin'),
  /** Effect on a run whose holder of control lost its connection; another client must take over to resume it. */
  LOST_HOLDER: z.enum(['continue', 'pause'], 'must be continue or pause').default('continue'),
  /**
   * Whether code blocks may run: they act through the developer API. The library reports this for routines that use
   * them.
   */
  DEVELOPER_API: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /**
   * Number of the newest runs of each robot that are kept with their journals, and days that any run is kept; a run is
   * kept by either.
   */
  KEEP_RUNS: countConfig(defaultRetention.keepRuns),
  KEEP_RUN_DAYS: countConfig(defaultRetention.keepDays),
  /** Number of the newest runs of each robot that can be replayed, and their size in MB; both limits apply. */
  KEEP_REPLAYS: countConfig(defaultRetention.keepReplays),
  KEEP_REPLAY_MB: countConfig(defaultRetention.keepReplayBytes / megabyte),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings of `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<
  RoutineRunnerDeps,
  | 'databaseUrl'
  | 'migrationMode'
  | 'arm'
  | 'host'
  | 'port'
  | 'addresses'
  | 'controllers'
  | 'isLiveTwin'
  | 'pausesWithoutHolder'
  | 'hasDeveloperAPI'
  | 'packagesPath'
  | 'retention'
  | 'timeScale'
> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    arm: config.ROBOT_ARM.model,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    addresses: {
      library: config.LIBRARY_ADDRESS,
      motion: config.MOTION_ADDRESS,
      equipment: config.EQUIPMENT_ADDRESS,
    },
    controllers: {
      simulated: toAddress(config.SIMULATED_CONTROLLER),
      live: toAddress(config.LIVE_CONTROLLER),
    },
    timeScale: refuseScaledReality(config),
    isLiveTwin: config.LIVE_ROBOT === 'twin',
    pausesWithoutHolder: config.LOST_HOLDER === 'pause',
    hasDeveloperAPI: config.DEVELOPER_API === 'on',
    packagesPath: config.KINDS_FOLDER,
    retention: {
      keepRuns: config.KEEP_RUNS,
      keepDays: config.KEEP_RUN_DAYS,
      keepReplays: config.KEEP_REPLAYS,
      keepReplayBytes: config.KEEP_REPLAY_MB * megabyte,
    },
  };
}

/** Refuses a time scale for a real robot. @throws ConfigError */
export function refuseScaledReality({
  CELL_TIME_SCALE: timeScale,
  LIVE_ROBOT,
}: Pick<Config, 'CELL_TIME_SCALE' | 'LIVE_ROBOT'>): number {
  if (timeScale !== 1 && LIVE_ROBOT === 'real') throw new ConfigError([scaledReality]);
  return timeScale;
}

const scaledReality = {
  variable: 'CELL_TIME_SCALE',
  problem: 'is for simulated robots and twins. Remove it with LIVE_ROBOT=real',
};

function toAddress(address: string | undefined): { host: string; port: number } | undefined {
  if (address === undefined) return undefined;
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}
