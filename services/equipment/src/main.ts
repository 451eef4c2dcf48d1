/** Devices beside the arm: their records, the drivers that command them, and the simulators that stand in for them. */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('equipment', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const bus = await openBus(config, { name: 'equipment', log, metrics, health, lifecycle });
  const equipment = await build({
    ...settingsOf(config),
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
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
