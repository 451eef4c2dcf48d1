import type { EntityTables } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import type { OwnTables, Tables } from './tables.ts';

export const schema = 'runner';

/** Typed queries over the runner's tables. */
export type Database = Kysely<Tables>;

/** The service's connections, one bounded pool. `name` is what the database shows of them; default: the schema. */
export function connectDatabase(connectionString: string, { max = 8, name }: { max?: number; name?: string } = {}) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max, name });
  return { ...tables, entities: tables.db, db: tables.db.withTables<OwnTables>() };
}
