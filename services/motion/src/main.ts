import { loadConfig, runService, startAdminServer } from '@cellwright/service-kit';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('motion', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const motion = await build({
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    planningThreads: config.PLANNING_THREADS,
    log,
    metrics,
    health,
  });
  const { address } = await motion.start();
  lifecycle.onStop('grpc', (signal) => motion.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { address, adminPort: admin.port });
});
