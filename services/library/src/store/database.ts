import type { EntityTables } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';

export const schema = 'library';

/** The service's connections, one bounded pool. Everything it keeps is an entity. */
export function connectDatabase(connectionString: string) {
  return connectTables<EntityTables>({ connectionString, schema, max: 8 });
}
