import { connectServiceDatabase } from '@cellwright/service-kit/postgres';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export const schema = 'library';

/** The service's connections, one bounded pool. */
export function connectDatabase(connectionString: string) {
  return connectServiceDatabase(
    { connectionString, schema, max: 8 },
    (pool) => new PrismaClient({ adapter: new PrismaPg(pool, { schema }) }),
  );
}
