import { commonConfig, portConfig, tlsConfig, urlConfig } from '@cellwright/service-kit';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  /** Where the cell listens. Beyond loopback only when somebody says so. */
  HOST: z.string().default('127.0.0.1'),
  PORT: portConfig(3000),
  /** Instead of the cell's own certificate. */
  ...tlsConfig,
  /** Where HTTPS is served. Default HOST. */
  HTTPS_HOST: z.string().optional(),
  /** Default PORT + 443; 0 for a free port, which running.json names. */
  HTTPS_PORT: portConfig().optional(),
  /** Names besides the machine's own by which the cell is opened, separated by commas. */
  HOST_NAMES: z.string().default(''),
  CELLWRIGHT_DATA: z.string().default('.data'),
  /** Instead of the embedded database. */
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright').optional(),
  /** The same database as who owns its tables, so that the user of DATABASE_URL needs rights to rows alone. */
  MIGRATIONS_DATABASE_URL: urlConfig(
    ['postgres:', 'postgresql:'],
    'postgresql://owner@127.0.0.1:5432/cellwright',
  ).optional(),
  /** Health and metrics of this process; 0 for an ephemeral port. */
  ADMIN_PORT: portConfig(0),
  /** Where stops are taken besides the gateway; 0 for a free port, which running.json names. */
  STOP_PORT: portConfig(0),
  /** The same over HTTPS. */
  STOP_HTTPS_PORT: portConfig(0),
  /** Instead of the cell's own bus, or, with --processes, of servers started from the PATH. */
  NATS_URL: urlConfig(['nats:', 'tls:'], 'nats://127.0.0.1:4222').optional(),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  REDIS_URL: urlConfig(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
});
export type Config = z.infer<typeof configSchema>;
