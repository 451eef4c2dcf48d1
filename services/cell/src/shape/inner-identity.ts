import { build as buildIdentity } from '@cellwright/identity';
import * as identityConfig from '@cellwright/identity/config';
import {
  type EventBus,
  loadConfig,
  openVolatileStore,
  type ServiceContext,
  systemClock,
} from '@cellwright/service-kit';
import { createVoucher, readPeers, readPrivateKey } from '@cellwright/service-kit/callers';
import type { CallSecrets } from './call-secrets.ts';
import { migrationsOf } from './migrations.ts';

export interface IdentityContext extends ServiceContext {
  /** Environment as for a service in a separate process, except for the port. */
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly bus: EventBus;
  readonly secrets: CallSecrets;
}

/** Starts identity in this process. */
export async function startIdentity(context: IdentityContext): Promise<void> {
  const { env, port, bus, secrets, log, metrics, health, lifecycle } = context;
  const config = loadConfig(identityConfig.configSchema, { ...env, GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port) });
  const store = await openVolatileStore({ url: config.REDIS_URL, log });
  lifecycle.onStop('store', () => store.close());
  const service = await buildIdentity({
    ...identityConfig.settingsOf(config),
    ...{ clock: systemClock, log, metrics, health, bus, store },
    peers: readPeers('identity', { env: secrets.envOf('identity'), log, metrics }),
    voucher: createVoucher(readPrivateKey(secrets.envOf('identity'))),
    migrations: migrationsOf('identity'),
  });
  lifecycle.onStop('identity', (signal) => service.stop(signal));
  await service.start();
}
