/**
 * Plans how the arm gets from here to there without touching anything, and answers kinematics; it never moves the arm.
 */

import { loadConfig, openVolatileStore, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('motion', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const store = await openVolatileStore({ url: config.REDIS_URL, log });
  lifecycle.onStop('store', () => store.close());
  const motion = await build({
    ...settingsOf(config),
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
