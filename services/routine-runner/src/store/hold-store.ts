import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { HoldStore } from '../domain/session/play-hold.ts';
import type { Database } from './database.ts';

const name = 'softwareUpdate';

/** The hold of all robots; no row while there is none. */
export function createHoldStore(db: Database): HoldStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const row = db.selectFrom('PlayHold').select('reason').where('name', '=', name);
        return (await row.executeTakeFirst())?.reason;
      }),
    save: (reason) =>
      guardDatabase(async () => {
        if (reason === undefined) {
          await db.deleteFrom('PlayHold').where('name', '=', name).execute();
          return;
        }
        await db
          .insertInto('PlayHold')
          .values({ name, reason })
          .onConflict((clash) => clash.column('name').doUpdateSet({ reason }))
          .execute();
      }),
  };
}
