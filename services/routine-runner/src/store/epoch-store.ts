import type { RobotKind } from '@cellwright/domain/robot';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { EpochStore } from '../domain/arm/stop-epochs.ts';
import type { Database } from './database.ts';

/** The reserved stop epochs of one robot. */
export function createEpochStore(db: Database, robotKind: RobotKind): EpochStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const rows = db.selectFrom('StopEpoch').select('reservedTo').where('robotKind', '=', robotKind);
        return Number((await rows.executeTakeFirst())?.reservedTo ?? 0);
      }),
    reserve: (ceiling) =>
      guardDatabase(async () => {
        // Never lowers what another writer has reserved.
        const raise = { reservedTo: ceiling };
        await db
          .insertInto('StopEpoch')
          .values({ robotKind, ...raise })
          .onConflict((clash) =>
            clash.column('robotKind').doUpdateSet(raise).where('StopEpoch.reservedTo', '<', ceiling),
          )
          .execute();
      }),
  };
}
