import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { refuseCarried } from '@cellwright/equipment/carrying';
import type { EntityTransaction } from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { sql } from 'kysely';
import type { FlangeUseStore } from '../domain/flange-use.ts';
import type { Database } from './database.ts';
import { lockRecords } from './locked-records.ts';

/** Flange uses in Postgres, one row for each robot with a tool. */
export function createFlangeStore(db: Database): FlangeUseStore {
  return {
    hold: (robotKind, equipmentID) =>
      guardDatabase(() =>
        db.transaction().execute(async (tx) => {
          if (equipmentID === null) {
            await tx.deleteFrom('FlangeUse').where('robotKind', '=', robotKind).execute();
            return;
          }
          // A deletion in progress ends first, and a later one waits and finds the row.
          const { rows } = await sql`
            SELECT 1 FROM "Entity"
            WHERE "entity" = 'equipment' AND "id" = ${equipmentID} AND "removedAt" IS NULL FOR SHARE`.execute(tx);
          if (rows.length === 0) throw new ProductError('not_found', messages.equipmentNotFound(equipmentID));
          const records = await lockRecords(tx);
          const record = records.find(({ id }) => id === equipmentID);
          if (record) refuseCarried(records, record);
          const equipmentId = equipmentID;
          await tx
            .insertInto('FlangeUse')
            .values({ robotKind, equipmentId })
            .onConflict((clash) => clash.column('robotKind').doUpdateSet({ equipmentId }))
            .execute();
        }),
      ),
    list: () =>
      guardDatabase(async () => {
        const uses = await db.selectFrom('FlangeUse').select('equipmentId').execute();
        return new Set(uses.map(({ equipmentId }) => equipmentId));
      }),
  };
}

/** Returns the robots that have a device on their flange. */
export async function listHolders(tx: EntityTransaction, equipmentID: string): Promise<string[]> {
  const { rows } = await sql<{ robotKind: string }>`
    SELECT "robotKind" FROM "FlangeUse" WHERE "equipmentId" = ${equipmentID} ORDER BY "robotKind"`.execute(tx);
  return rows.map(({ robotKind }) => robotKind);
}
