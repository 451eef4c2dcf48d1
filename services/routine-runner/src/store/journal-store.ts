import { type JournalEntry, type Run, runnerSubjects } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { JournalStore } from '../domain/journal.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** What the bus carries about a run: its row as it is now, and the entries that are new. */
export interface JournalEvent {
  readonly run: Run;
  readonly entries: readonly JournalEntry[];
}

/**
 * Runs and their entries in Postgres. A batch is one transaction, with the fact for the bus in it; a batch whose answer
 * was lost is written again without doubling anything.
 */
export function createJournalStore(prisma: PrismaClient, onCommitted: () => void): JournalStore {
  return {
    async write({ run, entries }) {
      await guardDatabase(() =>
        prisma.$transaction(
          async (tx) => {
            const row = toRow(run);
            await tx.run.upsert({ where: { id: run.id }, create: row, update: row });
            if (entries.length === 0) return;
            const written = await tx.journalEntry.createManyAndReturn({
              data: entries.map(toEntryRow),
              skipDuplicates: true,
              select: { seq: true },
            });
            const isNew = new Set(written.map(({ seq }) => seq));
            const fresh = entries.filter(({ seq }) => isNew.has(seq));
            const [first] = fresh;
            if (!first) return;
            const payload: JournalEvent = { run, entries: fresh };
            await tx.outbox.create({
              data: {
                messageId: `${run.id}:${first.seq}`,
                subject: runnerSubjects.journal,
                payload: toJson(payload),
              },
            });
          },
          { maxWait: 1500, timeout: 5000 },
        ),
      );
      if (entries.length > 0) onCommitted();
    },
  };
}

function toRow(run: Run): Prisma.RunUncheckedCreateInput {
  const { routineID, failure, interruptedIn, ...rest } = run;
  return {
    ...rest,
    routineId: routineID,
    failure: failure === null ? Prisma.DbNull : toJson(failure),
    interruptedIn: interruptedIn === null ? Prisma.DbNull : toJson(interruptedIn),
  };
}

function toEntryRow({ runID, stepID, data, ...entry }: JournalEntry): Prisma.JournalEntryCreateManyInput {
  return { ...entry, runId: runID, stepId: stepID, ...(data === undefined ? {} : { data: toJson(data) }) };
}

/** Plain JSON of a value that may hold undefined or objects Prisma does not take. */
function toJson(value: unknown): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value));
}
