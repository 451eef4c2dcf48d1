import { Kysely } from 'kysely';
import type pg from 'pg';
import type { OutboxStore } from '../outbox.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createPool, type PoolOptions, pingDatabase } from './pool.ts';
import { createPoolDialect } from './pool-dialect.ts';

/** What a service keeps its data with: typed queries, plain SQL and the outbox over one bounded pool. */
export interface ServiceTables<Tables> {
  /** Queries over the tables that the service's migrations make; run them under `guardDatabase`. */
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** For services whose schema has an `Outbox` table. */
  readonly outbox: OutboxStore<string>;
  /** Resolves when the database answers; for health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects a service to its schema. `Tables` names its tables with the types of their columns. */
export function connectTables<Tables>(options: PoolOptions): ServiceTables<Tables> {
  const pool = createPool(options);
  const db = new Kysely<Tables>({ dialect: createPoolDialect(pool) });
  return {
    db,
    pool,
    outbox: createOutboxStore(pool, options.schema),
    ping: () => pingDatabase(pool),
    async close() {
      // Ends the pool, too, unless nothing was ever asked.
      await db.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}
