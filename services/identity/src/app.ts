/** What the identity service is made of: the token desk over its store; `build` puts it together. */

import type { Clock } from '@cellwright/domain';
import type { Health, Logger, Metrics } from '@cellwright/service-kit';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createTokenDesk } from './domain/tokens.ts';
import { createIdentityService } from './rpc/identity-service.ts';
import { connectDatabase, schema } from './store/database.ts';
import { createTokenStore } from './store/token-store.ts';

export interface IdentityDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly adminKey: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Who may do what: developer tokens and the admin key. */
export async function build(deps: IdentityDeps) {
  const { databaseUrl, log, metrics, health, clock } = deps;
  const database = connectDatabase(databaseUrl);
  health.addCheck('identity database', database.ping);
  const tokens = createTokenDesk({
    store: createTokenStore(database.prisma),
    adminKey: deps.adminKey,
    now: () => clock.wallNow(),
  });
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      await applyMigrations({ connectionString: databaseUrl, schema, directory: deps.migrations, log });
      const services = [createIdentityService(tokens)];
      server = await startGrpcServer({ services, port: deps.port, host: deps.host, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await server?.close(signal);
      await database.close();
    },
  };
}
