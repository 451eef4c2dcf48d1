import type { RobotKind } from '@cellwright/domain/robot';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { LoadedRoutineStore } from '../domain/run/routine-loading.ts';
import type { Database } from './database.ts';

/** The routine that one robot has loaded; no row while none is. */
export function createLoadedRoutineStore(db: Database, robotKind: RobotKind): LoadedRoutineStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const rows = db.selectFrom('LoadedRoutine').selectAll().where('robotKind', '=', robotKind);
        const row = await rows.executeTakeFirst();
        return row && { routineID: row.routineId, version: row.routineVersion };
      }),
    save: (choice) =>
      guardDatabase(async () => {
        if (!choice) {
          await db.deleteFrom('LoadedRoutine').where('robotKind', '=', robotKind).execute();
          return;
        }
        const columns = { routineId: choice.routineID, routineVersion: choice.version };
        await db
          .insertInto('LoadedRoutine')
          .values({ robotKind, ...columns })
          .onConflict((clash) => clash.column('robotKind').doUpdateSet(columns))
          .execute();
      }),
  };
}
