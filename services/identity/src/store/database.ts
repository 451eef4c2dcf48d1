import type { EntityTables, EntityTransaction } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';
import type { Kysely, Transaction } from 'kysely';
import type { IdentityTables } from './tables.ts';

export const schema = 'identity';

/** The service's connections, one bounded pool. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<IdentityTables>({ connectionString, schema, max: 6 });
  // Sound: the entity store's tables are among this service's.
  const entities = tables.db as unknown as Kysely<EntityTables>;
  return { ...tables, entities };
}

/** The service's own tables in a transaction of its entities. */
export function ownTables(tx: EntityTransaction): Transaction<IdentityTables> {
  // Sound: both are in the same schema, over the same connection.
  return tx as unknown as Transaction<IdentityTables>;
}
