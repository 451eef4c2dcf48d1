/**
 * Takes stops and nothing else, in a process of its own: whatever the gateway does at that moment, nothing of it is before
 * a stop that arrives here. It knows who may stop by its own copy of identity's list of access.
 */

import { readFileSync } from 'node:fs';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { loadConfig, runService, systemClock } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { AccessReplica } from '../domain/access-replica.ts';
import { followAccess } from '../rpc/follow-access.ts';
import { createSessionClient } from '../rpc/session-client.ts';
import { configSchema } from './config.ts';
import { createStopServer } from './serve-stops.ts';

await runService(
  'stop-listener',
  async ({ env, log, metrics, lifecycle }) => {
    const config = loadConfig(configSchema, env);
    const options = { caller: 'gateway', metrics, defaultDeadlineMs: 2000 };
    const identity = createGrpcClient(IdentityServiceService, config.IDENTITY_ADDRESS, options);
    const runnerStop = createGrpcClient(RunnerServiceService, config.RUNNER_ADDRESS, options);
    const leave = runnerStop.channel.keepConnected();
    const access = new AccessReplica({
      adminKey: config.ADMIN_KEY_FILE ? readFileSync(config.ADMIN_KEY_FILE, 'utf8').trim() : undefined,
      adminKeyFrom: config.ADMIN_KEY_FROM,
      clock: systemClock,
      // The gateway reports when a token was last used.
      onUse: () => undefined,
    });
    const followed = followAccess({ identity, replica: access, clock: systemClock, log });
    const { stop } = createSessionClient({ runner: runnerStop, runnerStop });
    const server = createStopServer({ authenticator: access, stop, log });
    await access.untilHeard();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.STOP_PORT, config.HOST, resolve);
    });
    lifecycle.onStop('http', async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await followed.close();
      leave();
      for (const { channel } of [identity, runnerStop]) channel.close();
    });
    log.info('listening for stops', { host: config.HOST, port: config.STOP_PORT });
  },
  { urgency: 'commander' },
);
