/**
 * The identity service: developer tokens, hashed, expiring and revocable, and the list of access that the gateways
 * follow; notifications, the settings of the cell, and the audit log.
 */

import { fileURLToPath } from 'node:url';
import { loadConfig, openVolatileStore, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { createVoucher, readPeers, readPrivateKey } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('identity', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('identity', context);
  const bus = await openBus(config, { name: 'identity', log, metrics, health, lifecycle });
  const store = await openVolatileStore({ url: config.REDIS_URL, log });
  lifecycle.onStop('store', () => store.close());
  const identity = await build({
    ...settingsOf(config),
    peers,
    voucher: createVoucher(readPrivateKey(env)),
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    bus,
    store,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  await serveGrpc(identity, context, config);
});
