/**
 * The only door of the cell: HTTP and sockets, with a token. It checks who asks, and passes on to the service that owns
 * the thing.
 */

import { loadConfig, runService, systemClock } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService(
  'gateway',
  async ({ env, log, metrics, health, lifecycle }) => {
    const config = loadConfig(configSchema, env);
    const bus = await openNatsBus({ url: config.NATS_URL, name: 'gateway', log, metrics });
    lifecycle.onStop('bus', () => bus.close());
    health.addCheck('nats', (signal) => bus.ping(signal));
    const gateway = await build({
      host: config.HOST,
      port: config.PORT,
      addresses: {
        library: config.LIBRARY_ADDRESS,
        runner: config.RUNNER_ADDRESS,
        equipment: config.EQUIPMENT_ADDRESS,
        identity: config.IDENTITY_ADDRESS,
        planner: config.PLANNER_ADDRESS,
      },
      bus,
      clock: systemClock,
      log,
      metrics,
      health,
    });
    const { url } = await gateway.start();
    lifecycle.onStop('http', () => gateway.stop());
    log.info('listening', { url });
  },
  { isUrgent: true },
);
