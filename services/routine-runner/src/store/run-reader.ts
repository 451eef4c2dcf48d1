import type { RobotKind } from '@cellwright/domain/robot';
import { type JournalEntry, journalEntrySchema, type Run, runSchema } from '@cellwright/domain/run';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { JournalEntryTable, RunTable } from './tables.ts';

/** Reads runs and journals. */
export interface RunReader {
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
  /** Returns the last start of a step of a run. */
  findStart(runID: string, stepPath: string): Promise<JournalEntry | undefined>;
  /** The newest run of a robot. */
  newest(robotKind: RobotKind): Promise<Run | undefined>;
}

export function createRunReader(db: Database): RunReader {
  return { ...createRunQueries(db), ...createEntryQueries(db) };
}

function createRunQueries(db: Database): Pick<RunReader, 'find' | 'listOpen' | 'newest'> {
  const runs = () => db.selectFrom('Run').selectAll();
  return {
    find: (id) =>
      guardDatabase(async () => {
        const row = await runs().where('id', '=', id).executeTakeFirst();
        return row && toRun(row);
      }),
    listOpen: (robotKind) =>
      guardDatabase(async () => {
        const open = runs().where('robotKind', '=', robotKind).where('endedAt', 'is', null);
        const rows = await open.orderBy('position', 'asc').execute();
        return rows.map(toRun);
      }),
    newest: (robotKind) =>
      guardDatabase(async () => {
        const own = runs().where('robotKind', '=', robotKind);
        const row = await own.orderBy('position', 'desc').limit(1).executeTakeFirst();
        return row && toRun(row);
      }),
  };
}

function createEntryQueries(db: Database): Pick<RunReader, 'listEntries' | 'tail' | 'findStart'> {
  const entriesOf = (runID: string) => db.selectFrom('JournalEntry').where('runId', '=', runID);
  return {
    listEntries: (runID, after, limit) =>
      guardDatabase(async () => {
        const later = entriesOf(runID).selectAll().where('seq', '>', after);
        const rows = await later.orderBy('seq', 'asc').limit(limit).execute();
        // Read second, so that no entry is newer than the newest.
        const last = entriesOf(runID).select(({ fn }) => fn.max('seq').as('newest'));
        const { newest } = await last.executeTakeFirstOrThrow();
        return { entries: rows.map(toEntry), newest: newest ?? 0 };
      }),
    tail: (runID, count) =>
      guardDatabase(async () => {
        const rows = await entriesOf(runID).selectAll().orderBy('seq', 'desc').limit(count).execute();
        return rows.reverse().map(toEntry);
      }),
    findStart: (runID, stepPath) =>
      guardDatabase(async () => {
        const starts = entriesOf(runID).where('event', '=', 'stepStarted').where('stepPath', '=', stepPath);
        const row = await starts.selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
        return row && toEntry(row);
      }),
  };
}

export function toRun({ routineId, startedAt, endedAt, ...row }: Selectable<RunTable>): Run {
  return runSchema.parse({
    ...row,
    routineID: routineId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });
}

function toEntry({ runId, stepId, at, data, ...row }: Selectable<JournalEntryTable>): JournalEntry {
  return journalEntrySchema.parse({
    ...row,
    runID: runId,
    stepID: stepId,
    at: at.toISOString(),
    ...(data === null ? {} : { data }),
  });
}
