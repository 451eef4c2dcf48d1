/**
 * Plans how the arm gets from here to there without touching anything, and answers kinematics; it never moves the arm.
 */

import {
  ConfigError,
  createMemoryStore,
  loadConfig,
  runService,
  startAdminServer,
  systemClock,
} from '@cellwright/service-kit';
import { openRedisStore } from '@cellwright/service-kit/redis';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('motion', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const store = config.REDIS_URL ? await openRedisStore({ url: config.REDIS_URL, log }) : createMemoryStore();
  lifecycle.onStop('store', () => store.close());
  const motion = await build({
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    socketPort: config.SOCKET_PORT,
    backend: chooseBackend(config.PLANNER, config.PLANNER_ENDPOINT),
    ownsScenes: config.OWNS_SCENES,
    planningThreads: config.PLANNING_THREADS,
    store,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  const { address, socketAddress } = await motion.start();
  lifecycle.onStop('grpc', (signal) => motion.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { address, socketAddress, adminPort: admin.port });
});

function chooseBackend(kind: 'builtIn' | 'remote' | 'ros2', endpoint: string | undefined) {
  if (kind === 'builtIn') return { kind };
  if (endpoint === undefined)
    throw new ConfigError([{ variable: 'PLANNER_ENDPOINT', problem: `say where the planner is, for PLANNER=${kind}` }]);
  return { kind, endpoint };
}
