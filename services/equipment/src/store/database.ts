import { connectTables } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export const schema = 'equipment';

/** Typed queries over the equipment service's tables. */
export type Database = Kysely<Tables>;

/** The service's connections, one bounded pool. */
export function connectDatabase(connectionString: string) {
  return connectTables<Tables>({ connectionString, schema, max: 6 });
}
