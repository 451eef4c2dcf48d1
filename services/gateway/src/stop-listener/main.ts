/**
 * Accepts only stops, in a separate process, so that the gateway can never delay a stop that arrives here. Callers are
 * checked by its own copy of identity's access list.
 */

import { readFileSync } from 'node:fs';
import { loadConfig, readTLSFiles, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { AccessReplica } from '../domain/access-replica.ts';
import { listenAt } from '../listen.ts';
import { followAccess } from '../rpc/follow-access.ts';
import { createStopClient } from '../rpc/session-client.ts';
import { connectStopClients } from '../rpc/stop-clients.ts';
import { configSchema } from './config.ts';
import { createStopServers } from './serve-stops.ts';

await runService(
  'stop-listener',
  async ({ env, log, metrics, health, lifecycle }) => {
    const config = loadConfig(configSchema, env);
    const { proofs } = readPeers('stop-listener', { env, log, metrics });
    const addresses = { identity: config.IDENTITY_ADDRESS, runner: config.RUNNER_ADDRESS };
    const clients = connectStopClients(addresses, proofs, metrics);
    const access = new AccessReplica({
      adminKey: config.ADMIN_KEY_FILE ? readFileSync(config.ADMIN_KEY_FILE, 'utf8').trim() : undefined,
      adminKeyFrom: config.ADMIN_KEY_FROM,
      clock: systemClock,
      // The gateway reports when a token was last used.
      onUse: () => undefined,
    });
    const followed = followAccess({ identity: clients.identity, replica: access, clock: systemClock, log });
    const stopDeps = { authenticator: access, stop: createStopClient(clients.runner), log };
    const { plain, tls } = createStopServers(stopDeps, readTLSFiles(config));
    await access.untilHeard();
    const httpsHost = config.HTTPS_HOST ?? config.HOST;
    await listenAt(plain, { host: config.HOST, port: config.STOP_PORT });
    if (tls) await listenAt(tls.server, { host: httpsHost, port: config.STOP_HTTPS_PORT });
    lifecycle.onStop('http', async () => {
      const closed = new Promise<void>((resolve) => plain.close(() => resolve()));
      const tlsClosed = tls?.close();
      plain.closeAllConnections();
      tls?.server.closeAllConnections();
      await Promise.all([closed, tlsClosed]);
      await followed.close();
      clients.close();
    });
    if (config.ADMIN_PORT !== undefined) {
      const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: config.ADMIN_PORT });
      lifecycle.onStop('admin', () => admin.close());
    }
    const httpsPort = tls && config.STOP_HTTPS_PORT;
    log.info('listening for stops', { host: config.HOST, port: config.STOP_PORT, httpsHost, httpsPort });
  },
  { urgency: 'commander' },
);
