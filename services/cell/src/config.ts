import { commonConfig, portConfig, tlsConfig, urlConfig } from '@cellwright/service-kit';
import * as z from 'zod';

export const configSchema = z.object({
  ...commonConfig,
  /** Address on which the cell listens. Loopback by default. */
  HOST: z.string().default('127.0.0.1'),
  PORT: portConfig(3000),
  /** Certificate instead of the cell's own. */
  ...tlsConfig,
  /** Address for HTTPS. Default HOST. */
  HTTPS_HOST: z.string().optional(),
  /** Default PORT + 443; 0 for a free port, which is in running.json. */
  HTTPS_PORT: portConfig().optional(),
  /** Additional host names under which the cell is opened, separated by commas. */
  HOST_NAMES: z.string().default(''),
  CELLWRIGHT_DATA: z.string().default('.data'),
  /** Used instead of the embedded database. */
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@127.0.0.1:5432/cellwright').optional(),
  /** The same database with the owner of its tables, so that the user of DATABASE_URL only needs rights to rows. */
  MIGRATIONS_DATABASE_URL: urlConfig(
    ['postgres:', 'postgresql:'],
    'postgresql://owner@127.0.0.1:5432/cellwright',
  ).optional(),
  /** Port for health and metrics of this process; 0 for an ephemeral port. */
  ADMIN_PORT: portConfig(0),
  /** Additional port for stops; 0 for a free port, which is in running.json. */
  STOP_PORT: portConfig(0),
  /** The same over HTTPS. */
  STOP_HTTPS_PORT: portConfig(0),
  /** Used instead of the cell's own bus or, with --processes, of servers started from the PATH. */
  NATS_URL: urlConfig(['nats:', 'tls:'], 'nats://127.0.0.1:4222').optional(),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  /** Port of the NATS server to which boxes connect, for `npm run hub`. */
  FLEET_NATS_PORT: portConfig(4223),
  REDIS_URL: urlConfig(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
});
export type Config = z.infer<typeof configSchema>;
