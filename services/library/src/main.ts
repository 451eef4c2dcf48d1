/**
 * The documents of the cell: routines with every version that was saved, space items and variables; checked, stored,
 * compiled.
 */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('library', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const bus = await openNatsBus({ url: config.NATS_URL, name: 'library', log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  health.addCheck('nats', (signal) => bus.ping(signal));
  const library = await build({
    databaseUrl: config.DATABASE_URL,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    equipmentAddress: config.EQUIPMENT_ADDRESS,
    bus,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  const { address } = await library.start();
  lifecycle.onStop('grpc', (signal) => library.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { address, adminPort: admin.port });
});
