/**
 * Gateway, the only entry point of the cell: HTTP and sockets, with a token. It identifies the caller, and forwards
 * requests to the service that owns the resource.
 */

import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema, settingsOf } from './config.ts';
import { waitForAnnouncement } from './wait-for-announcement.ts';

/**
 * Maximum time for which an unresponsive service delays the readiness of the gateway, ms: stops need only the runner.
 */
const connectedWithinMS = 5000;

await runService(
  'gateway',
  async ({ env, log, metrics, health, lifecycle }) => {
    const config = loadConfig(configSchema, env);
    const { proofs } = readPeers('gateway', { env, log, metrics });
    // Reported, but no reason for not being ready: stops need no bus.
    const bus = await openBus(config, { name: 'gateway', log, metrics, health, lifecycle, isCritical: false });
    const gateway = await build({
      ...settingsOf(config),
      proofs,
      bus,
      clock: systemClock,
      log,
      metrics,
      health,
    });
    const { url, httpsUrl } = await gateway.start();
    lifecycle.onStop('http', () => gateway.stop());
    if (config.ADMIN_PORT !== undefined) {
      const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: config.ADMIN_PORT });
      lifecycle.onStop('admin', () => admin.close());
    }
    log.info('listening', { url, httpsUrl });
    if (config.ANNOUNCEMENT_FILE) await waitForAnnouncement(config.ANNOUNCEMENT_FILE, systemClock, lifecycle.stopping);
    await gateway.untilConnected(connectedWithinMS);
  },
  { urgency: 'cell' },
);
