import { ProductError, type Run, runnerSubjects } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { JournalStore } from '../domain/journal.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** Entries in one message of the bus: far below the megabyte that a message may have. */
const entriesPerMessage = 250;

/** What runners take turns at: whoever leads in it drives the robots and writes their journals. */
export const leadershipName = 'robot sessions';

export interface JournalStoreParts {
  /** The term in which this runner leads; a later one refuses what it writes. */
  readonly term: number;
  readonly onCommitted: () => void;
  /** Another runner leads: nothing that is written here counts any more. */
  readonly onDeposed: () => void;
}

/**
 * Runs and their entries in Postgres. A batch is one statement, and so all or nothing: the run as it is now, the entries
 * that are not there yet, and `{ run, entries }` of those for the bus. Writing it twice, because the answer to the
 * first was lost, writes it once.
 */
export function createJournalStore(prisma: PrismaClient, parts: JournalStoreParts): JournalStore {
  return {
    async write({ run, entries }) {
      const json = toJson(entries);
      // The row of the leader is locked: a new term begins before this statement or after it, never in the middle.
      const leaders = await guardDatabase(
        () =>
          prisma.$queryRaw<unknown[]>`
          WITH leader AS MATERIALIZED (
            SELECT "term" FROM "Leader" WHERE "name" = ${leadershipName} AND "term" = ${parts.term}::bigint FOR SHARE
          ),
          run AS (${upsertRun(run)}),
          fresh AS (
            INSERT INTO "JournalEntry"
              ("runId", "seq", "at", "thread", "event", "stepId", "stepPath", "stepKind", "result", "data")
            SELECT ${run.id}, "seq", "at", "thread", "event", "stepID", "stepPath", "stepKind", "result", "data"
            FROM jsonb_to_recordset(${json}::jsonb) AS entry(
              "seq" INTEGER, "at" TIMESTAMPTZ, "thread" TEXT, "event" TEXT, "stepID" TEXT, "stepPath" TEXT,
              "stepKind" TEXT, "result" TEXT, "data" JSONB), leader
            ON CONFLICT DO NOTHING
            RETURNING "seq"
          ),
          sent AS (
            INSERT INTO "Outbox" ("messageId", "subject", "payload")
            SELECT ${run.id} || ':' || min("seq"), ${runnerSubjects.journal},
              jsonb_build_object('run', ${toJson(run)}::jsonb, 'entries', jsonb_agg(entry ORDER BY "seq"))
            FROM fresh JOIN jsonb_array_elements(${json}::jsonb) AS entry ON (entry->>'seq')::integer = "seq"
            GROUP BY "seq" / ${entriesPerMessage}
            ORDER BY min("seq")
          )
          SELECT 1 FROM leader`,
      );
      if (leaders.length === 0) {
        parts.onDeposed();
        throw new ProductError('conflict', 'Another routine runner drives the robots and writes their journals');
      }
      if (entries.length > 0) parts.onCommitted();
    },
  };
}

function upsertRun(run: Run): Prisma.Sql {
  const { failure, interruptedIn } = run;
  return Prisma.sql`
    INSERT INTO "Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status", "startedAt",
      "endedAt", "cycleCount", "cycleTimeSeconds", "distanceMeters", "failure", "interruptedIn")
    SELECT ${run.id}, ${run.robotKind}, ${run.isTwin}::boolean, ${run.routineID}, ${keepable(run.routineName)},
      ${run.routineVersion}::integer, ${run.status}, ${run.startedAt}::timestamptz, ${run.endedAt}::timestamptz,
      ${run.cycleCount}::integer, ${run.cycleTimeSeconds}::double precision, ${run.distanceMeters}::double precision,
      ${failure && toJson(failure)}::jsonb, ${interruptedIn && toJson(interruptedIn)}::jsonb
    FROM leader
    ON CONFLICT ("id") DO UPDATE SET "status" = excluded."status", "endedAt" = excluded."endedAt",
      "cycleCount" = excluded."cycleCount", "cycleTimeSeconds" = excluded."cycleTimeSeconds",
      "distanceMeters" = excluded."distanceMeters", "failure" = excluded."failure",
      "interruptedIn" = excluded."interruptedIn"`;
}

/** JSON that Postgres takes, whatever a device or a person put into a text. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? keepable(part) : part));
}

/** Postgres keeps neither NUL nor half a surrogate pair; one such message must not hold up the journal for ever. */
function keepable(text: string): string {
  const whole = text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
  return /[\ud800-\udfff]/.test(whole) ? Buffer.from(whole, 'utf8').toString('utf8') : whole;
}
