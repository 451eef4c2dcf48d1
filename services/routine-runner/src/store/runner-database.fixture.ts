import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { connectDatabase, schema } from './database.ts';

/** The runner's tables in a database of their own. */
export async function startRunnerDatabase() {
  const server = await createServiceDatabase(schema, new URL('../../prisma/migrations', import.meta.url));
  const database = connectDatabase(server.url);
  return {
    ...database,
    url: server.url,
    query: server.query,
    async drop() {
      await database.close();
      await server.drop();
    },
  };
}
