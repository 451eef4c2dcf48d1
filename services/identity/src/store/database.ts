import { createPool, pingDatabase } from '@cellwright/service-kit/postgres';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export const schema = 'identity';

/** The service's connections: Prisma over one bounded pool. */
export function connectDatabase(connectionString: string) {
  const pool = createPool({ connectionString, schema, max: 4 });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }) });
  return {
    prisma,
    ping: () => pingDatabase(pool),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
