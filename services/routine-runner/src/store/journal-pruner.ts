import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { JournalPruner } from '../domain/journal-retention.ts';
import type { PrismaClient } from './generated/client.ts';

/** Deletes runs with their journals, the oldest first. Runs in progress never go, nor the newest of a robot. */
export function createJournalPruner(prisma: PrismaClient): JournalPruner {
  return {
    prune: ({ robotKind, keepRuns, endedBefore }, limit) =>
      guardDatabase(async () => {
        const kept = await prisma.run.findFirst({
          where: { robotKind },
          orderBy: { position: 'desc' },
          skip: keepRuns - 1,
          select: { position: true },
        });
        if (!kept) return 0;
        const old = await prisma.run.findFirst({
          where: { robotKind, position: { lt: kept.position }, endedAt: { lt: endedBefore } },
          orderBy: { position: 'asc' },
          select: { id: true },
        });
        if (!old) return 0;
        const entries = await prisma.$executeRaw`
          DELETE FROM "JournalEntry" WHERE "runId" = ${old.id} AND "seq" IN (
            SELECT "seq" FROM "JournalEntry" WHERE "runId" = ${old.id} ORDER BY "seq" LIMIT ${limit})`;
        if (entries === limit) return entries;
        await prisma.run.delete({ where: { id: old.id }, select: { id: true } });
        return entries + 1;
      }),
  };
}
