import type { EntityTables, EntityTransaction } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';
import type { Transaction } from 'kysely';
import type { IdentityTables, OwnTables } from './tables.ts';

export const schema = 'identity';

/** The service's connections, one bounded pool. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max: 6 });
  return { ...tables, entities: tables.db, db: tables.db.withTables<OwnTables>() };
}

/** The service's own tables in a transaction of its entities. */
export function ownTables(tx: EntityTransaction): Transaction<IdentityTables> {
  return tx.withTables<OwnTables>();
}
