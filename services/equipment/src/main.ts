/** Devices beside the arm: their records, the drivers that command them, and the simulators that stand in for them. */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('equipment', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const bus = await openNatsBus({ url: config.NATS_URL, name: 'equipment', log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  health.addCheck('nats', (signal) => bus.ping(signal));
  const equipment = await build({
    databaseUrl: config.DATABASE_URL,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    runSimulators: config.RUN_SIMULATORS,
    bus,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  const { address } = await equipment.start();
  lifecycle.onStop('grpc', (signal) => equipment.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { address, adminPort: admin.port });
});
