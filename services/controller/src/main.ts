/**
 * The process of a robot controller, one per robot: the simulated arm, or the twin that simulates a live one. It
 * follows trajectories in real time, and stops by itself when its commander is silent.
 */

import { renameSync, writeFileSync } from 'node:fs';
import { loadConfig, runService, startAdminServer } from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema } from './config.ts';
import { machineClock } from './machine-clock.ts';

await runService(
  'controller',
  async (context) => {
    const { env, log, metrics, health, lifecycle, end } = context;
    const config = loadConfig(configSchema, env);
    const { gate: callers } = readPeers('controller', context);
    const onRestart = () => end('a restart was requested');
    const controller = build({ config, callers, clock: machineClock, log, health, metrics, onRestart });
    const { address, port } = await controller.start();
    lifecycle.onStop('controller', () => controller.stop());
    const admin = await startAdminServer({
      health,
      metrics,
      host: config.ADMIN_HOST,
      port: config.CONTROLLER_ADMIN_PORT,
    });
    lifecycle.onStop('admin', () => admin.close());
    if (config.CONTROLLER_PORT_FILE !== undefined) {
      writePortFile(config.CONTROLLER_PORT_FILE, { port, adminPort: admin.port, pid: process.pid });
    }
    const { CONTROLLER_KIND: kind, CELL_TIME_SCALE: timeScale } = config;
    log.info('listening', { address, port, adminPort: admin.port, kind, timeScale });
  },
  { urgency: 'commander' },
);

/** Writes the file atomically: a process that waits for it never reads half of it. */
function writePortFile(path: string, ports: { port: number; adminPort: number; pid: number }): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(ports)}\n`);
  renameSync(`${path}.new`, path);
}
