/** The hub of a fleet of control boxes. */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('hub', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('hub', context);
  const bus = await openBus(config, { name: 'hub', log, metrics, health, lifecycle });
  const service = await build({
    ...settingsOf(config),
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    ...{ peers, bus, clock: systemClock, log, metrics, health },
  });
  await serveGrpc(service, context, config);
});
