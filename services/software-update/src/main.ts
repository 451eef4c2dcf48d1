/** The software-update service: builds, installs and backups of a control box. */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('software-update', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('software-update', context);
  const bus = await openBus(config, { name: 'software-update', log, metrics, health, lifecycle });
  const service = await build({
    ...settingsOf(config),
    // One process cannot restart a whole cell, so the error names another method of updating.
    releasesFolder: undefined,
    restart: (reason) => context.end(reason),
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    ...{ peers, bus, clock: systemClock, log, metrics, health },
  });
  await serveGrpc(service, context, config);
});
