import { ProductError } from '@cellwright/domain/basics';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { CommandStore } from '../domain/ports.ts';
import type { Database } from './database.ts';

/** Commands to devices in Postgres, by idempotency key. */
export function createCommandStore(db: Database): CommandStore {
  return {
    begin: (key, fingerprint, at) =>
      guardDatabase(async () => {
        const claim = db.insertInto('Command').values({ key, fingerprint, createdAt: at });
        const claimed = await claim.onConflict((clash) => clash.doNothing()).executeTakeFirstOrThrow();
        if (claimed.numInsertedOrUpdatedRows === 1n) return { state: 'new' };
        const earlier = await db.selectFrom('Command').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
        if (earlier.fingerprint !== fingerprint) {
          throw new ProductError('conflict', 'This idempotency key was used for another command. Use a new key');
        }
        return earlier.result === null ? { state: 'begun' } : { state: 'finished', result: earlier.result };
      }),
    finish: (key, result) =>
      guardDatabase(async () => {
        const { numUpdatedRows } = await db
          .updateTable('Command')
          .set({ result })
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw new Error(`no command has the key ${key}`);
      }),
    release: (key) =>
      guardDatabase(async () => {
        await db.deleteFrom('Command').where('key', '=', key).where('result', 'is', null).execute();
      }),
    forgetBefore: (at) =>
      guardDatabase(async () => {
        await db.deleteFrom('Command').where('createdAt', '<', at).execute();
      }),
  };
}
