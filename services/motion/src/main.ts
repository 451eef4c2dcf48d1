/** The motion service: plans collision-free motions of the arm, and answers kinematics; it never moves the arm. */

import { loadConfig, openVolatileStore, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('motion', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('motion', context);
  const store = await openVolatileStore({ url: config.REDIS_URL, log });
  lifecycle.onStop('store', () => store.close());
  const motion = await build({
    ...settingsOf(config),
    peers,
    store,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  await serveGrpc(motion, context, config);
});
