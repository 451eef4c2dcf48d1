/** The dry run: simulates routines, their tests and stacks of pallets on a clock of its own; it never moves an arm. */

import { loadConfig, runService, serveGrpc } from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService('dry-run', async (context) => {
  const { env, log, metrics, health } = context;
  const config = loadConfig(configSchema, env);
  const peers = readPeers('dry-run', context);
  await serveGrpc(build({ ...settingsOf(config), peers, log, metrics, health }), context, config);
});
