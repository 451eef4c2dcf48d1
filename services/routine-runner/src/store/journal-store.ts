import { ProductError } from '@cellwright/domain/basics';
import { maxResumePlaces, type Run } from '@cellwright/domain/run';
import { entities } from '@cellwright/entities';
import { busSubjects } from '@cellwright/service-kit';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import { type RawBuilder, sql } from 'kysely';
import type { JournalBatch, JournalStore } from '../domain/journal/journal.ts';
import type { Database } from './database.ts';

/** Entries in one message of the bus: far below the megabyte that a message may have. */
const entriesPerMessage = 250;

/** Name of the leadership: the leading runner drives the robots and writes their journals. */
export const leadershipName = 'robot sessions';

export interface JournalStoreParts {
  /** The term in which this runner leads; a later one refuses what it writes. */
  readonly term: number;
  readonly onCommitted: () => void;
  /** Another runner leads: writes of this one are no longer valid. */
  readonly onDeposed: () => void;
}

/**
 * Stores runs and their entries in Postgres. A batch is one statement, and so atomic: the current run, its new entries,
 * and `{ run, entries }` of those for the bus. Writing it twice, because the first answer was lost, has no effect; a
 * batch that the server executes late, after a newer one, does not change the run. A run that started, changed its
 * status or ended is published as an event of its entity.
 */
export function createJournalStore(db: Database, parts: JournalStoreParts): JournalStore {
  let writes = 0;
  return {
    async write(batch) {
      const { run, entries } = batch;
      writes += 1;
      const order = sql`(${parts.term}::bigint << 32 | ${writes}::bigint)`;
      const json = toJson(entries);
      const at = entries.at(-1)?.at ?? run.endedAt ?? run.startedAt;
      // The row of the leader is locked: a new term begins before this statement or after it, never in the middle.
      const { rows: leaders } = await guardDatabase(() =>
        sql<{ told: number }>`
          WITH leader AS MATERIALIZED (
            SELECT "term" FROM "Leader" WHERE "name" = ${leadershipName} AND "term" = ${parts.term}::bigint FOR SHARE
          ),
          run AS (${upsertRun(run, at, order)}),
          ${tellOfRun(run)},
          ${keepProgress(batch)}
          fresh AS (
            INSERT INTO "JournalEntry"
              ("runId", "seq", "at", "thread", "event", "stepId", "stepPath", "stepKind", "result", "data")
            SELECT ${run.id}::text, "seq", "at", "thread", "event", "stepID", "stepPath", "stepKind", "result", "data"
            FROM jsonb_to_recordset(${json}::jsonb) AS entry(
              "seq" INTEGER, "at" TIMESTAMPTZ, "thread" TEXT, "event" TEXT, "stepID" TEXT, "stepPath" TEXT,
              "stepKind" TEXT, "result" TEXT, "data" JSONB), leader
            ON CONFLICT DO NOTHING
            RETURNING "seq"
          ),
          sent AS (
            INSERT INTO "Outbox" ("messageId", "subject", "payload")
            SELECT ${run.id}::text || ':' || min("seq"), ${busSubjects.runJournal.subject}::text,
              jsonb_build_object('run', ${toJson(run)}::jsonb, 'entries', jsonb_agg(entry ORDER BY "seq"))
            FROM fresh JOIN jsonb_array_elements(${json}::jsonb) AS entry ON (entry->>'seq')::integer = "seq"
            GROUP BY "seq" / ${entriesPerMessage}::integer
            ORDER BY min("seq")
          )
          SELECT (SELECT count(*)::integer FROM told) AS "told" FROM leader`.execute(db),
      );
      if (leaders.length === 0) {
        parts.onDeposed();
        throw new ProductError('conflict', 'Another routine runner controls the robots and writes their journals');
      }
      if (entries.length > 0 || leaders.some(({ told }) => told > 0)) parts.onCommitted();
    },
  };
}

/**
 * Writes the data for continuing the run, in the same statement as its entries. A run that continues another takes over
 * its place; a run that completed deletes the places of its routine. Of all others the newest are kept.
 */
function keepProgress({ run, entries, progress = [], continuedRunID }: JournalBatch): RawBuilder<unknown> {
  const { id, robotKind, status, routineID } = run;
  const isOver = status === 'completed';
  const isFirst = entries.some(({ seq }) => seq === 1);
  const forgetWhere = (which: RawBuilder<unknown>) => sql`forgotten AS (
            DELETE FROM "RunProgress" WHERE "robotKind" = ${robotKind}::text AND (${which}) AND EXISTS (SELECT FROM run)
          ),`;
  if (isOver) {
    return forgetWhere(sql`"runId" = ${id}::text OR EXISTS (
              SELECT FROM "Run" WHERE "Run"."id" = "runId" AND "Run"."routineId" = ${routineID}::text)`);
  }
  if (progress.length === 0) return sql``;
  const continued = sql`"runId" = ${continuedRunID ?? ''}::text`;
  const tooOld = sql`"runId" <> ${id}::text AND "runId" NOT IN (
              SELECT "Run"."id" FROM "Run" JOIN "RunProgress" AS held ON held."runId" = "Run"."id"
              WHERE held."robotKind" = ${robotKind}::text AND held."scope" = 'place'
              ORDER BY "Run"."position" DESC LIMIT ${maxResumePlaces}::integer)`;
  const which = [...(continuedRunID === undefined ? [] : [continued]), ...(isFirst ? [tooOld] : [])];
  const forgotten = which.length > 0 ? forgetWhere(sql.join(which, sql` OR `)) : sql``;
  return sql`${forgotten}
          kept AS (
            INSERT INTO "RunProgress" ("robotKind", "runId", "scope", "id", "value", "writeOrder")
            SELECT ${robotKind}::text, ${id}::text, "scope", "id", COALESCE("value", 'null'), "writeOrder"
            FROM jsonb_to_recordset(${toJson(progress)}::jsonb) AS row("scope" TEXT, "id" TEXT, "value" JSONB), run
            ON CONFLICT ("robotKind", "runId", "scope", "id")
              DO UPDATE SET "value" = excluded."value", "writeOrder" = excluded."writeOrder"
              WHERE "RunProgress"."writeOrder" < excluded."writeOrder"
          ),`;
}

/** The status of a run is published to its followers; its progress is in the robot's state. */
const isNews = sql`run."newsOrder" = run."writeOrder"`;

/**
 * Returns the event of the run as an entity, when it started, changed its status or ended; numbered like those of
 * stored entities.
 */
function tellOfRun(run: Run): RawBuilder<unknown> {
  const { name } = entities.runs;
  return sql`
    counted AS (
      INSERT INTO "EntityRevision" AS revision ("entity", "revision")
      SELECT ${name}::text, 1 FROM run WHERE ${isNews}
      ON CONFLICT ("entity") DO UPDATE SET "revision" = revision."revision" + 1
      RETURNING "revision"
    ),
    told AS (
      INSERT INTO "Outbox" ("messageId", "subject", "payload")
      SELECT ${name}::text || ':' || ${run.id}::text || ':' || run."version", ${busSubjects.entity.of(name)}::text,
        jsonb_build_object('entity', ${name}::text, 'id', ${run.id}::text, 'version', run."version",
          'change', CASE WHEN run."version" = 1 THEN 'created' ELSE 'patched' END,
          'revision', counted."revision", 'at', ${isoTime('updatedAt')},
          'by', jsonb_build_object('id', '', 'name', ''),
          'document', ${toJson(run)}::jsonb || jsonb_build_object('version', run."version", 'updatedByID', '',
            'updatedByName', '', 'createdAt', ${isoTime('startedAt')}, 'updatedAt', ${isoTime('updatedAt')}))
      FROM run, counted
      RETURNING 1
    )`;
}

function isoTime(column: 'startedAt' | 'updatedAt'): RawBuilder<unknown> {
  return sql`to_char(run.${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function upsertRun(run: Run, at: string, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const { failure, stop, interruptedIn } = run;
  const isChange = sql`("Run"."status", "Run"."endedAt") IS DISTINCT FROM (excluded."status", excluded."endedAt")`;
  return sql`
    INSERT INTO "Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status", "startedAt",
      "endedAt", "cycleCount", "cycleTimeSeconds", "distanceMeters", "failure", "stop", "interruptedIn", "updatedAt",
      "writeOrder", "newsOrder")
    SELECT ${run.id}::text, ${run.robotKind}::text, ${run.isTwin}::boolean, ${run.routineID}::text,
      ${keepable(run.routineName)}::text, ${run.routineVersion}::integer, ${run.status}::text, ${run.startedAt}::timestamptz, ${run.endedAt}::timestamptz,
      ${run.cycleCount}::integer, ${run.cycleTimeSeconds}::double precision, ${run.distanceMeters}::double precision,
      ${failure && toJson(failure)}::jsonb, ${stop && toJson(stop)}::jsonb, ${interruptedIn && toJson(interruptedIn)}::jsonb, ${at}::timestamptz,
      ${order}, ${order}
    FROM leader
    ON CONFLICT ("id") DO UPDATE SET "status" = excluded."status", "endedAt" = excluded."endedAt",
      "cycleCount" = excluded."cycleCount", "cycleTimeSeconds" = excluded."cycleTimeSeconds",
      "distanceMeters" = excluded."distanceMeters", "failure" = excluded."failure", "stop" = excluded."stop",
      "interruptedIn" = excluded."interruptedIn", "updatedAt" = excluded."updatedAt",
      "version" = "Run"."version" + CASE WHEN ${isChange} THEN 1 ELSE 0 END,
      "writeOrder" = excluded."writeOrder",
      "newsOrder" = CASE WHEN ${isChange} THEN excluded."writeOrder" ELSE "Run"."newsOrder" END
    WHERE "Run"."writeOrder" < excluded."writeOrder"
    RETURNING "version", "startedAt", "updatedAt", "writeOrder", "newsOrder"`;
}

/** Returns JSON that Postgres accepts, for any text of a device or a person. */
function toJson(value: unknown): string {
  return storableJson(JSON.stringify(value));
}

/**
 * Replaces NUL and lone surrogates, which Postgres cannot store, so that one such message does not block the journal
 * forever.
 */
function keepable(text: string): string {
  const whole = text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
  return /[\ud800-\udfff]/.test(whole) ? Buffer.from(whole, 'utf8').toString('utf8') : whole;
}
