import type { RobotKind } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { interruptionTail } from '../domain/journal/interruption.ts';
import type { RunArchive } from '../domain/run/stored-run.ts';
import type { Database } from './database.ts';
import { createRunReader } from './run-reader.ts';

/** The last run of each robot with what is kept to go on with it. The journal store writes that. */
export function createRunArchive(db: Database, robotKind: RobotKind): RunArchive {
  const runs = createRunReader(db);
  const rowsOf = (runID: string) =>
    db.selectFrom('RunProgress').where('robotKind', '=', robotKind).where('runId', '=', runID);
  return {
    async newest() {
      const run = await runs.newest(robotKind);
      if (!run) return undefined;
      const [rows, tail] = await Promise.all([
        guardDatabase(() => rowsOf(run.id).select(['scope', 'id', 'value']).execute()),
        runs.tail(run.id, interruptionTail),
      ]);
      return { run, rows, tail };
    },
    async forget(runID) {
      const kept = db.deleteFrom('RunProgress').where('robotKind', '=', robotKind).where('runId', '=', runID);
      await guardDatabase(() => kept.execute());
    },
  };
}
