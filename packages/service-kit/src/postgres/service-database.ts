import type pg from 'pg';
import type { OutboxStore } from '../outbox.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createPool, type PoolOptions, pingDatabase } from './pool.ts';

/** What a service keeps its data with: its own client and the outbox over one bounded pool. */
export interface ServiceDatabase<Client> {
  readonly prisma: Client;
  /** For services whose schema has an `Outbox` table. */
  readonly outbox: OutboxStore<string>;
  /** Resolves when the database answers; for health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects a service to its schema.
 * @param createClient makes the service's generated client over the pool; only its `src/store` knows that client.
 */
export function connectServiceDatabase<Client extends { $disconnect(): Promise<void> }>(
  options: PoolOptions,
  createClient: (pool: pg.Pool) => Client,
): ServiceDatabase<Client> {
  const pool = createPool(options);
  const prisma = createClient(pool);
  return {
    prisma,
    outbox: createOutboxStore(pool, options.schema),
    ping: () => pingDatabase(pool),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
