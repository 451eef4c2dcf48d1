import type { EntityTables, EntityTransaction } from '@cellwright/service-kit/entities';
import { connectTables, type TablePrivileges } from '@cellwright/service-kit/postgres';
import type { Transaction } from 'kysely';
import type { IdentityTables, OwnTables } from './tables.ts';

export const schema = 'identity';

/** The audit log is append-only; database functions move its end and set its seal. */
export const privileges: TablePrivileges = {
  AuditEntry: ['SELECT', 'INSERT'],
  AuditHead: ['SELECT'],
  AuditSeal: ['SELECT'],
};

/** Connects the service with one bounded pool. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max: 6 });
  return { ...tables, entities: tables.db, db: tables.db.withTables<OwnTables>() };
}

/** Returns the service's own tables in a transaction of its entities. */
export function ownTables(tx: EntityTransaction): Transaction<IdentityTables> {
  return tx.withTables<OwnTables>();
}
