/**
 * Takes stops and nothing else, in a process of its own: whatever the gateway does at that moment, nothing of it is before
 * a stop that arrives here. It knows who may stop by its own copy of identity's list of access.
 */

import { readFileSync } from 'node:fs';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { AccessReplica } from '../domain/access-replica.ts';
import { followAccess } from '../rpc/follow-access.ts';
import { createStopClient } from '../rpc/session-client.ts';
import { connectStopClients } from '../rpc/stop-clients.ts';
import { configSchema } from './config.ts';
import { createStopServer } from './serve-stops.ts';

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
    const server = createStopServer({ authenticator: access, stop: createStopClient(clients.runner), log });
    await access.untilHeard();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.STOP_PORT, config.HOST, resolve);
    });
    lifecycle.onStop('http', async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await followed.close();
      clients.close();
    });
    if (config.ADMIN_PORT !== undefined) {
      const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: config.ADMIN_PORT });
      lifecycle.onStop('admin', () => admin.close());
    }
    log.info('listening for stops', { host: config.HOST, port: config.STOP_PORT });
  },
  { urgency: 'commander' },
);
