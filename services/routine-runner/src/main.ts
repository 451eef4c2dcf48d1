/**
 * The robot sessions, live and simulated: who has the arm, what state it is in, the routine that plays, and the journal
 * of every run. The only commander of the controllers.
 */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService(
  'routine-runner',
  async ({ env, log, metrics, health, lifecycle }) => {
    const config = loadConfig(configSchema, env);
    const bus = await openNatsBus({ url: config.NATS_URL, name: 'routine-runner', log, metrics });
    lifecycle.onStop('bus', () => bus.close());
    health.addCheck('nats', (signal) => bus.ping(signal));
    const runner = await build({
      databaseUrl: config.DATABASE_URL,
      migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
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
      isLiveTwin: config.LIVE_ROBOT === 'twin',
      retention: { keepRuns: config.KEEP_RUNS, keepDays: config.KEEP_RUN_DAYS },
      bus,
      clock: systemClock,
      log,
      metrics,
      health,
    });
    const { address } = await runner.start();
    lifecycle.onStop('runner', (signal) => runner.stop(signal));
    const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
    lifecycle.onStop('admin', () => admin.close());
    log.info('listening', { address, adminPort: admin.port });
  },
  { isUrgent: true },
);

function toAddress(address: string | undefined): { host: string; port: number } | undefined {
  if (address === undefined) return undefined;
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}
