import { createOutboxStore, createPool, pingDatabase } from '@cellwright/service-kit/postgres';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export const schema = 'runner';

/** The service's connections: Prisma and the outbox over one bounded pool. */
export function connectDatabase(connectionString: string) {
  const pool = createPool({ connectionString, schema, max: 8 });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }) });
  return {
    prisma,
    outbox: createOutboxStore(pool, schema),
    ping: () => pingDatabase(pool),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
