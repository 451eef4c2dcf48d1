import { guardDatabase } from '@cellwright/service-kit/postgres';
import type * as z from 'zod';
import type { SoftwareDatabase } from './database.ts';

/** A value of which there is one. */
export interface Setting<Value> {
  read(): Promise<Value | undefined>;
  write(value: Value): Promise<void>;
}

/** Creates a setting in Postgres. */
export function createSetting<Schema extends z.ZodType>(
  db: SoftwareDatabase['db'],
  name: string,
  schema: Schema,
): Setting<z.output<Schema>> {
  return {
    read: () =>
      guardDatabase(async () => {
        const row = await db.selectFrom('Setting').select('body').where('name', '=', name).executeTakeFirst();
        return row && schema.parse(JSON.parse(row.body));
      }),
    write: (value) =>
      guardDatabase(async () => {
        const body = JSON.stringify(value);
        await db
          .insertInto('Setting')
          .values({ name, body })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ body }))
          .execute();
      }),
  };
}
