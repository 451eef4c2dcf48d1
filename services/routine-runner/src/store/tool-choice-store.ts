import type { RobotKind } from '@cellwright/domain/robot';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { ToolChoiceStore } from '../domain/arm/current-tool.ts';
import type { Database } from './database.ts';

/** Creates the store of the choice for one robot; one row after the first choice. */
export function createToolChoiceStore(db: Database, robotKind: RobotKind): ToolChoiceStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const row = await db
          .selectFrom('ToolChoice')
          .select(['equipmentId', 'activeEnd'])
          .where('robotKind', '=', robotKind)
          .executeTakeFirst();
        return row && { equipmentID: row.equipmentId, activeEnd: row.activeEnd };
      }),
    save: ({ equipmentID: equipmentId, activeEnd }) =>
      guardDatabase(async () => {
        await db
          .insertInto('ToolChoice')
          .values({ robotKind, equipmentId, activeEnd })
          .onConflict((clash) => clash.column('robotKind').doUpdateSet({ equipmentId, activeEnd }))
          .execute();
      }),
  };
}
