import { readFileSync } from 'node:fs';
import { hubKeysSchema } from '@cellwright/fleet';
import { commonConfig, portConfig, urlConfig } from '@cellwright/service-kit';
import { busConfig } from '@cellwright/service-kit/bus';
import { migrationsConfig } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { HubDeps } from './app.ts';

const natsProtocols = ['nats:', 'tls:'];

export const configSchema = z.object({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portConfig(),
  ADMIN_PORT: portConfig(0),
  ...busConfig,
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright'),
  ...migrationsConfig,
  /** NATS server of the fleet, seen from the hub; it has the accounts of boxes. */
  FLEET_NATS_URL: urlConfig(natsProtocols, 'nats://127.0.0.1:4223'),
  /** The same server, seen from boxes. Default: the host with which a box joined the hub, and the port below. */
  FLEET_NATS_PUBLIC_URL: urlConfig(natsProtocols, 'nats://hub.example:4223').optional(),
  FLEET_NATS_PUBLIC_PORT: portConfig(4223),
  /** File created by make-keys. */
  HUB_KEYS_FILE: z.string().min(1),
});
export type Config = z.infer<typeof configSchema>;

/** Returns the settings for `build` from the environment. */
export function settingsOf(
  config: Config,
): Pick<HubDeps, 'databaseUrl' | 'migrationMode' | 'host' | 'port' | 'natsURL' | 'publicNats' | 'keys'> {
  return {
    databaseUrl: config.DATABASE_URL,
    migrationMode: config.MIGRATIONS,
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    natsURL: config.FLEET_NATS_URL,
    publicNats: { url: config.FLEET_NATS_PUBLIC_URL ?? null, port: config.FLEET_NATS_PUBLIC_PORT },
    keys: hubKeysSchema.parse(JSON.parse(readFileSync(config.HUB_KEYS_FILE, 'utf8'))),
  };
}
