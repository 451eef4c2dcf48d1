/** The service for devices beside the arm: their records, drivers and simulators. */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('equipment', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('equipment', context);
  const bus = await openBus(config, { name: 'equipment', log, metrics, health, lifecycle });
  const equipment = await build({
    ...settingsOf(config),
    peers,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    bus,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  await serveGrpc(equipment, context, config);
});
