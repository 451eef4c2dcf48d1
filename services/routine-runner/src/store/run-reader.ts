import { type JournalEntry, journalEntrySchema, type RobotKind, type Run, runSchema } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { JournalEntry as EntryRow, PrismaClient, Run as RunRow } from './generated/client.ts';

export interface RunFilter {
  readonly robotKind: RobotKind | undefined;
  readonly routineID: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Reads runs and journals. */
export interface RunReader {
  /** Newest first. */
  list(filter: RunFilter): Promise<{ readonly runs: readonly Run[]; readonly total: number }>;
  find(id: string): Promise<Run | undefined>;
  /** Entries above `after`, oldest first, and the highest number there is. */
  listEntries(
    runID: string,
    after: number,
    limit: number,
  ): Promise<{ readonly entries: readonly JournalEntry[]; readonly newest: number }>;
  /** Runs that were never ended, oldest first. */
  listOpen(robotKind: RobotKind): Promise<readonly Run[]>;
  /** The last entries of a run, oldest first. */
  tail(runID: string, count: number): Promise<readonly JournalEntry[]>;
  /** When a step of a run started the last time. */
  findStart(runID: string, stepPath: string): Promise<JournalEntry | undefined>;
  /** The newest run of a robot. */
  newest(robotKind: RobotKind): Promise<Run | undefined>;
}

export function createRunReader(prisma: PrismaClient): RunReader {
  return {
    list: ({ robotKind, routineID, limit, offset }) =>
      guardDatabase(async () => {
        const where = { ...(robotKind ? { robotKind } : {}), ...(routineID ? { routineId: routineID } : {}) };
        const [rows, total] = await prisma.$transaction([
          prisma.run.findMany({
            where,
            orderBy: { position: 'desc' },
            take: limit,
            skip: offset,
          }),
          prisma.run.count({ where }),
        ]);
        return { runs: rows.map(toRun), total };
      }),
    find: (id) =>
      guardDatabase(async () => {
        const row = await prisma.run.findUnique({ where: { id } });
        return row ? toRun(row) : undefined;
      }),
    listEntries: (runID, after, limit) =>
      guardDatabase(async () => {
        const [rows, newest] = await prisma.$transaction([
          prisma.journalEntry.findMany({
            where: { runId: runID, seq: { gt: after } },
            orderBy: { seq: 'asc' },
            take: limit,
          }),
          prisma.journalEntry.aggregate({ where: { runId: runID }, _max: { seq: true } }),
        ]);
        return { entries: rows.map(toEntry), newest: newest._max.seq ?? 0 };
      }),
    listOpen: (robotKind) =>
      guardDatabase(async () => {
        const rows = await prisma.run.findMany({
          where: { robotKind, endedAt: null },
          orderBy: { position: 'asc' },
        });
        return rows.map(toRun);
      }),
    tail: (runID, count) =>
      guardDatabase(async () => {
        const rows = await prisma.journalEntry.findMany({
          where: { runId: runID },
          orderBy: { seq: 'desc' },
          take: count,
        });
        return rows.reverse().map(toEntry);
      }),
    findStart: (runID, stepPath) =>
      guardDatabase(async () => {
        const row = await prisma.journalEntry.findFirst({
          where: { runId: runID, event: 'stepStarted', stepPath },
          orderBy: { seq: 'desc' },
        });
        return row ? toEntry(row) : undefined;
      }),
    newest: (robotKind) =>
      guardDatabase(async () => {
        const row = await prisma.run.findFirst({
          where: { robotKind },
          orderBy: { position: 'desc' },
        });
        return row ? toRun(row) : undefined;
      }),
  };
}

function toRun({ routineId, startedAt, endedAt, ...row }: RunRow): Run {
  return runSchema.parse({
    ...row,
    routineID: routineId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });
}

function toEntry({ runId, stepId, at, data, ...row }: EntryRow): JournalEntry {
  return journalEntrySchema.parse({
    ...row,
    runID: runId,
    stepID: stepId,
    at: at.toISOString(),
    ...(data === null ? {} : { data }),
  });
}
