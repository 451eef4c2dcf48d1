import { type EntityStore, insertAudit } from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { type Kysely, sql } from 'kysely';
import type { SessionStore } from '../domain/people-store.ts';
import type { SigningKeyStore } from '../secrets/signing.ts';
import { ownTables } from './database.ts';
import type { IdentityTables } from './tables.ts';

/** Creates the store of sessions in Postgres; it only contains hashes of their secrets. */
export function createSessionStore(db: Kysely<IdentityTables>, store: EntityStore): SessionStore {
  return {
    insert: (session, entry) =>
      store.transact(async (tx) => {
        await ownTables(tx).insertInto('Session').values(session).execute();
        if (entry) await insertAudit(tx, entry);
      }),
    list: (userID) =>
      guardDatabase(() => {
        const all = db.selectFrom('Session').selectAll().orderBy('createdAt', 'desc');
        return (userID === undefined ? all : all.where('userID', '=', userID)).execute();
      }),
    remove: (ids, entry) =>
      store.transact(async (tx) => {
        if (ids.length > 0) await ownTables(tx).deleteFrom('Session').where('id', 'in', ids).execute();
        if (entry) await insertAudit(tx, entry);
      }),
    noteUse: (uses) => recordUses(db, 'Session', 'lastSeenAt', uses),
  };
}

/** Stores the latest time, regardless of the order of the reports. */
export function recordUses(
  db: Kysely<IdentityTables>,
  table: 'Session' | 'TokenSecret',
  column: string,
  uses: readonly { readonly secretHash: string; readonly at: Date }[],
): Promise<void> {
  return guardDatabase(async () => {
    const hashes = uses.map(({ secretHash }) => secretHash);
    const times = uses.map(({ at }) => at.toISOString());
    const at = sql.ref(column);
    await sql`
      UPDATE ${sql.table(table)} SET ${at} = used."at"
      FROM unnest(${hashes}::text[], ${times}::timestamptz[]) AS used("hash", "at")
      WHERE "secretHash" = used."hash" AND (${at} IS NULL OR ${at} < used."at")`.execute(db);
  });
}

export function createSigningKeyStore(db: Kysely<IdentityTables>, store: EntityStore): SigningKeyStore {
  return {
    list: () => guardDatabase(() => db.selectFrom('SigningKey').selectAll().orderBy('createdAt', 'desc').execute()),
    insert: (key, forgetBefore, entry) =>
      store.transact(async (tx) => {
        await ownTables(tx).insertInto('SigningKey').values(key).execute();
        await ownTables(tx).deleteFrom('SigningKey').where('createdAt', '<', forgetBefore).execute();
        if (entry) await insertAudit(tx, entry);
      }),
  };
}
