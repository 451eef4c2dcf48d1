import { connectServiceDatabase } from '@cellwright/service-kit/postgres';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export const schema = 'equipment';

/** The service's connections, one bounded pool. */
export function connectDatabase(connectionString: string) {
  return connectServiceDatabase(
    { connectionString, schema, max: 6 },
    (pool) => new PrismaClient({ adapter: new PrismaPg(pool, { schema }) }),
  );
}
