import { Kysely } from 'kysely';
import type pg from 'pg';
import type { OutboxStore } from '../outbox.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createPool, type PoolOptions, pingDatabase } from './pool.ts';
import { createPoolDialect } from './pool-dialect.ts';

/** Database access of a service: typed queries, plain SQL and the outbox over one bounded pool. */
export interface ServiceTables<Tables> {
  /** Queries over the tables of the service's migrations; run them under `guardDatabase`. */
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** For services whose schema has an `Outbox` table. */
  readonly outbox: OutboxStore<string>;
  /** Resolves when the database responds; for health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects a service to its schema. `Tables` maps its tables to the types of their columns. */
export function connectTables<Tables>(options: PoolOptions): ServiceTables<Tables> {
  const pool = createPool(options);
  const db = new Kysely<Tables>({ dialect: createPoolDialect(pool) });
  return {
    db,
    pool,
    outbox: createOutboxStore(pool, options.schema),
    ping: () => pingDatabase(pool),
    async close() {
      // Also ends the pool, unless it was never used.
      await db.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}
