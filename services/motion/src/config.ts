import { booleanConfig, ConfigError, commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { robotArmConfig } from '@cellwright/service-kit/arm';
import * as z from 'zod';
import type { MotionDeps } from './app.ts';
import type { BackendChoice } from './backends/create-backend.ts';

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  /** Port of the planner socket. */
  SOCKET_PORT: portConfig(0),
  ADMIN_PORT: portConfig(0),
  ...robotArmConfig,
  REDIS_URL: urlConfig(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
  /** Planner: builtIn, remote (the planner protocol) or ros2 (rosbridge). */
  PLANNER: z.enum(['builtIn', 'remote', 'ros2']).default('builtIn'),
  /** Address of the remote planner or rosbridge. */
  PLANNER_ENDPOINT: urlConfig(['ws:', 'wss:'], 'ws://127.0.0.1:9090').optional(),
  /** For PLANNER=ros2: pairs that may touch, as link:obstacle, separated by commas. */
  ROS2_COLLISIONS_TO_IGNORE: z
    .string()
    .regex(/^\s*[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*\s*$/, 'must be pairs like tool0:crate, separated by commas')
    .optional(),
  /** For PLANNER=ros2: whether trajectories are resampled by the middleware. */
  ROS2_RESAMPLE: booleanConfig(true),
  /** For PLANNER=ros2: preference of its inverse kinematics. */
  ROS2_SOLVER: z.enum(['speed', 'distance'], 'must be speed or distance').default('distance'),
  /** True for a standalone planner, which changes its scenes itself; in a cell they belong to the runner. */
  OWNS_SCENES: booleanConfig(false),
  /** Planning threads; 0 means one less than the machine has cores, and at least one. */
  PLANNING_THREADS: z.coerce.number().int().min(0).max(64).default(0),
});
export type Config = z.infer<typeof configSchema>;

/**
 * Returns the settings of `build` from the environment. @throws ConfigError when an external planner has no endpoint.
 */
export function settingsOf(
  config: Config,
): Pick<MotionDeps, 'host' | 'port' | 'arm' | 'socketPort' | 'backend' | 'ownsScenes' | 'planningThreads'> {
  return {
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    arm: config.ROBOT_ARM,
    socketPort: config.SOCKET_PORT,
    backend: chooseBackend(config),
    ownsScenes: config.OWNS_SCENES,
    planningThreads: config.PLANNING_THREADS,
  };
}

function chooseBackend(config: Config): BackendChoice {
  const { PLANNER: kind, PLANNER_ENDPOINT: endpoint } = config;
  if (kind === 'builtIn') return { kind };
  if (endpoint === undefined)
    throw new ConfigError([
      { variable: 'PLANNER_ENDPOINT', problem: `set the address of the planner for PLANNER=${kind}` },
    ]);
  if (kind === 'remote') return { kind, endpoint };
  const pairs = config.ROS2_COLLISIONS_TO_IGNORE?.split(',') ?? [];
  const collisionsToIgnore = pairs.map((pair): [string, string] => {
    const [first = '', second = ''] = pair.split(':');
    return [first.trim(), second.trim()];
  });
  const task = { collisionsToIgnore, resample: config.ROS2_RESAMPLE, solver: config.ROS2_SOLVER };
  return { kind, endpoint, task };
}
