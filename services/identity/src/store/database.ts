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

const maxConnections = 6;
/** Limits of look-ups for applicants: strangers, however many, leave connections for users and for all other work. */
export const lookUps = { maxRunning: 4, maxRunningUntrusted: 2, maxWaitingPerSource: 16, maxWaitingUntrusted: 64 };

/** Connects the service with one bounded pool. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max: maxConnections });
  return { ...tables, entities: tables.db, db: tables.db.withTables<OwnTables>() };
}

/** Returns the service's own tables in a transaction of its entities. */
export function ownTables(tx: EntityTransaction): Transaction<IdentityTables> {
  return tx.withTables<OwnTables>();
}
