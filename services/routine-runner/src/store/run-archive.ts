import type { RobotKind } from '@cellwright/domain/robot';
import { createResumePlace, maxResumePlaces } from '@cellwright/domain/run';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { interruptionTail } from '../domain/journal/interruption.ts';
import { type RunArchive, runPlaceSchema } from '../domain/run/stored-run.ts';
import type { Database } from './database.ts';
import { createRunReader, toRun } from './run-reader.ts';

/** Runs of a robot with the data for continuing them, which the journal store writes. */
export function createRunArchive(db: Database, robotKind: RobotKind): RunArchive {
  const runs = createRunReader(db);
  const rowsOf = (runID: string) =>
    db.selectFrom('RunProgress').where('robotKind', '=', robotKind).where('runId', '=', runID);
  return {
    async find(runID) {
      const run = await runs.find(runID);
      if (run?.robotKind !== robotKind) return undefined;
      const [rows, tail] = await Promise.all([
        guardDatabase(() => rowsOf(runID).select(['scope', 'id', 'value']).execute()),
        runs.tail(runID, interruptionTail),
      ]);
      return { run, rows, tail };
    },
    listPlaces: () =>
      guardDatabase(async () => {
        const kept = db.selectFrom('RunProgress').innerJoin('Run', 'Run.id', 'RunProgress.runId');
        const rows = await kept
          .selectAll('Run')
          .select('RunProgress.value as place')
          .where('RunProgress.robotKind', '=', robotKind)
          .where('RunProgress.scope', '=', 'place')
          .orderBy('Run.position', 'desc')
          .execute();
        const places = rows.flatMap(({ place, ...row }) => {
          const { data } = runPlaceSchema.safeParse(place);
          return createResumePlace(toRun(row), data?.at) ?? [];
        });
        return places.slice(0, maxResumePlaces);
      }),
    async forget(runID) {
      const kept = db.deleteFrom('RunProgress').where('robotKind', '=', robotKind).where('runId', '=', runID);
      await guardDatabase(() => kept.execute());
    },
  };
}
