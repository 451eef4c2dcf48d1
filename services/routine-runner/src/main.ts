/**
 * The robot sessions, live and simulated: who has the arm, what state it is in, the routine that plays, and the journal
 * of every run. The only commander of the controllers.
 */

import { fileURLToPath } from 'node:url';
import { loadConfig, runService, serveGrpc, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';

await runService(
  'routine-runner',
  async (context) => {
    const { env, log, metrics, health, lifecycle, orphaned } = context;
    const config = loadConfig(configSchema, env);
    const peers = readPeers('routine-runner', context);
    // Shown, but not critical: stops need no bus.
    const bus = await openBus(config, { name: 'routine-runner', log, metrics, health, lifecycle, isCritical: false });
    if (config.CELL_TIME_SCALE !== 1) log.warn('time is scaled: simulation only', { scale: config.CELL_TIME_SCALE });
    const runner = await build({
      ...settingsOf(config),
      peers,
      migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
      bus,
      clock: systemClock,
      log,
      metrics,
      health,
      orphaned,
    });
    await serveGrpc(runner, context, config);
  },
  { urgency: 'commander' },
);
