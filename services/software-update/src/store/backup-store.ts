import { type Backup, backupSchema } from '@cellwright/domain/software';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { SoftwareDatabase } from './database.ts';

/** Records of backups. */
export interface BackupStore {
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
  save(backup: Backup): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Creates the store of records of backups in Postgres. It is not part of a backup itself. */
export function createBackupStore(db: SoftwareDatabase['db']): BackupStore {
  return {
    list: () =>
      guardDatabase(async () => {
        const rows = db.selectFrom('Backup').select('body').orderBy('createdAt', 'desc').orderBy('id', 'desc');
        return (await rows.execute()).map(({ body }) => backupSchema.parse(JSON.parse(body)));
      }),
    save: (backup) =>
      guardDatabase(async () => {
        const body = JSON.stringify(backup);
        await db
          .insertInto('Backup')
          .values({ id: backup.id, body, createdAt: new Date(backup.createdAt) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
          .execute();
      }),
    remove: (id) => guardDatabase(async () => void (await db.deleteFrom('Backup').where('id', '=', id).execute())),
  };
}
