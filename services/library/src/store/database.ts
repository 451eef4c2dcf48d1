import type { EntityTables } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';

export const schema = 'library';

/** Creates the bounded connection pool of the service, which stores entities only. */
export function connectDatabase(connectionString: string) {
  return connectTables<EntityTables>({ connectionString, schema, max: 8 });
}
