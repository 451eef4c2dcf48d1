import { jerkLimitSchema, type RobotKind, speedProfileSchema } from '@cellwright/domain/robot';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { SpeedChoiceStore } from '../domain/session/speed-control.ts';
import type { Database } from './database.ts';

const choiceSchema = z.object({ profile: speedProfileSchema, jerkLimit: jerkLimitSchema.nullable() });

/** Creates the store of one robot's speed profile; one row after the first choice. */
export function createSpeedChoiceStore(db: Database, robotKind: RobotKind): SpeedChoiceStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const rows = db.selectFrom('SpeedChoice').select('document').where('robotKind', '=', robotKind);
        const row = await rows.executeTakeFirst();
        return row ? choiceSchema.parse(row.document) : undefined;
      }),
    save: (choice) =>
      guardDatabase(async () => {
        const document = storableJson(JSON.stringify(choice));
        await db
          .insertInto('SpeedChoice')
          .values({ robotKind, document })
          .onConflict((clash) => clash.column('robotKind').doUpdateSet({ document }))
          .execute();
      }),
  };
}
