import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RobotKind } from '@cellwright/domain/robot';
import type { ReplayPart } from '@cellwright/domain/run';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { sql } from 'kysely';
import type { RecordingPruner } from '../domain/journal/journal-retention.ts';
import type { PartStore } from '../domain/replay/part-writer.ts';
import type { Database } from './database.ts';

const pack = promisify(gzip);

/** The recordings of a robot's runs. */
export function createRecordingStore(db: Database, robotKind: RobotKind): PartStore {
  return {
    async write({ runID, text, ...part }) {
      const content = await pack(text);
      await guardDatabase(() =>
        db
          .insertInto('RunRecording')
          .values({ ...part, runId: runID, robotKind, size: content.length, content })
          .onConflict((clash) => clash.doNothing())
          .execute(),
      );
    },
  };
}

export interface RecordingReader {
  /** In order; empty if nothing was recorded or the recording was deleted. */
  list(runID: string): Promise<readonly ReplayPart[]>;
  /** The ReplayRecord of the domain as JSON, packed with gzip. */
  read(runID: string, index: number): Promise<Buffer | undefined>;
}

export function createRecordingReader(db: Database): RecordingReader {
  return {
    list: (runID) =>
      guardDatabase(() =>
        db
          .selectFrom('RunRecording')
          .select(['index', 'from', 'to', 'hasKeyframe'])
          .where('runId', '=', runID)
          .orderBy('index')
          .execute(),
      ),
    read: (runID, index) =>
      guardDatabase(async () => {
        const part = db.selectFrom('RunRecording').select('content').where('runId', '=', runID);
        return (await part.where('index', '=', index).executeTakeFirst())?.content;
      }),
  };
}

/** Deletes recordings, the oldest first; of one that is too long, its beginning. */
export function createRecordingPruner(db: Database): RecordingPruner {
  return {
    prune: ({ robotKind, keepRuns, keepBytes }, limit) =>
      guardDatabase(async () => {
        const { numAffectedRows } = await sql`
          DELETE FROM "RunRecording" WHERE ("runId", "index") IN (
            SELECT "runId", "index" FROM (
              SELECT part."runId", part."index", run."id" IS NULL AS "isLeft",
                sum(part."size") OVER (ORDER BY run."position" DESC NULLS LAST, part."index" DESC) AS "total",
                dense_rank() OVER (ORDER BY run."position" DESC NULLS LAST) AS "rank"
              FROM "RunRecording" AS part LEFT JOIN "Run" AS run ON run."id" = part."runId"
              WHERE part."robotKind" = ${robotKind}::text
            ) AS ranked
            WHERE "isLeft" OR "total" > ${keepBytes}::bigint OR "rank" > ${keepRuns}::bigint
            ORDER BY "total" DESC
            LIMIT ${limit}::integer
          )`.execute(db);
        return Number(numAffectedRows ?? 0n);
      }),
  };
}
