/** Who may do what: developer tokens, hashed, expiring and revocable, and the admin key of the cell's own machine. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('identity', async ({ env, log, metrics, health, lifecycle }) => {
  const config = loadConfig(configSchema, env);
  const identity = await build({
    databaseUrl: config.DATABASE_URL,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    adminKey: config.ADMIN_KEY_FILE ? readFileSync(config.ADMIN_KEY_FILE, 'utf8').trim() : undefined,
    clock: systemClock,
    log,
    metrics,
    health,
  });
  const { address } = await identity.start();
  lifecycle.onStop('grpc', (signal) => identity.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { address, adminPort: admin.port });
});
