import { planningSceneSchema } from '@cellwright/domain/space';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import type { SceneStore } from '../domain/arm/planning-scenes.ts';
import type { Database } from './database.ts';

/** The planning scene of each robot, one row. */
export function createSceneStore(db: Database): SceneStore {
  return {
    load: (robotKind) =>
      guardDatabase(async () => {
        const rows = db.selectFrom('PlanningScene').select('document').where('robotKind', '=', robotKind);
        const row = await rows.executeTakeFirst();
        return row ? planningSceneSchema.parse(row.document) : undefined;
      }),
    save: (scene) =>
      guardDatabase(async () => {
        const { robotKind, revision } = scene;
        const columns = { revision, document: storableJson(JSON.stringify(scene)) };
        if (revision === 1) {
          const first = db.insertInto('PlanningScene').values({ robotKind, ...columns });
          const { numInsertedOrUpdatedRows } = await first
            .onConflict((clash) => clash.doNothing())
            .executeTakeFirstOrThrow();
          return numInsertedOrUpdatedRows === 1n;
        }
        const { numUpdatedRows } = await db
          .updateTable('PlanningScene')
          .set(columns)
          .where('robotKind', '=', robotKind)
          .where('revision', '=', revision - 1)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }),
  };
}
