/**
 * The service for documents of the cell: routines with all saved versions, space items and variables; checked, stored,
 * compiled.
 */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('library', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('library', context);
  const bus = await openBus(config, { name: 'library', log, metrics, health, lifecycle });
  const library = await build({
    ...settingsOf(config),
    peers,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    bus,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  await serveGrpc(library, context, config);
});
