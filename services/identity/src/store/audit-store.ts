import { type AuditEntry, auditEntrySchema, chainedEntrySchema } from '@cellwright/domain/cell';
import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type ChainLink, type ChainPlace, hashWithKey, macOfSeal } from '../domain/audit-chain.ts';
import type { AuditQuery, AuditStore } from '../domain/audit-log.ts';
import type { IdentityTables } from './tables.ts';

/** Creates the store of the audit log in Postgres, for reading. */
export function createAuditStore(db: Kysely<IdentityTables>): AuditStore {
  return {
    list: (query) => guardDatabase(async () => (await findEntries(db, query)).map(toChained)),
    head: () =>
      guardDatabase(async () => {
        const { seq, hash } = await db.selectFrom('AuditHead').select(['seq', 'hash']).executeTakeFirstOrThrow();
        return { seq: Number(seq), hash };
      }),
    seal: () =>
      guardDatabase(async () => {
        const seal = await db.selectFrom('AuditSeal').select(['seq', 'hash', 'mac']).executeTakeFirst();
        return seal && { ...seal, seq: Number(seal.seq) };
      }),
    read: (afterSeq, toSeq) =>
      guardDatabase(async () => {
        const rows = await db
          .selectFrom('AuditEntry')
          .select(['seq', 'body', 'hash'])
          .where('seq', '>', String(afterSeq))
          .where('seq', '<=', String(toSeq))
          .orderBy('seq')
          .execute();
        return rows.map(({ seq, body, hash }) => ({ seq: Number(seq), body, hash }));
      }),
  };
}

/**
 * Starts the part of the log that is hashed with the key, once. Returns the last entry before it; undefined when the
 * key was used before.
 */
export function sealAudit(db: Kysely<IdentityTables>, key: string): Promise<ChainPlace | undefined> {
  return guardDatabase(() =>
    db.transaction().execute(async (tx) => {
      const place = await lockEnd(tx);
      const { rows } = await sql<{ isNew: boolean }>`
        SELECT "sealAudit"(${place.seq}, ${place.hash}, ${macOfSeal(key, place)}) AS "isNew"`.execute(tx);
      return rows[0]?.isNew ? place : undefined;
    }),
  );
}

/** Locks the end of the log until the transaction ends: seqs have no gaps, and no two entries follow the same one. */
async function lockEnd(tx: Transaction<IdentityTables>): Promise<ChainPlace> {
  const { rows } = await sql<{ seq: string; hash: string }>`SELECT "seq", "hash" FROM "lockAuditEnd"()`.execute(tx);
  const [end] = rows;
  if (!end) throw new Error('The audit log has no end');
  return { seq: Number(end.seq), hash: end.hash };
}

/** Adds entries to the log, each once for any number of deliveries, in a separate transaction. */
export function appendAudit(db: Kysely<IdentityTables>, key: string, entries: readonly AuditEntry[]): Promise<void> {
  return guardDatabase(() => db.transaction().execute((tx) => appendAuditIn(tx, key, entries)));
}

async function appendAuditIn(
  tx: Transaction<IdentityTables>,
  key: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  const end = await lockEnd(tx);
  const fresh = await leaveOutKnown(tx, entries);
  if (fresh.length === 0) return;
  const hashLink = hashWithKey(key);
  let { seq, hash } = end;
  const links = fresh.map((entry): ChainLink & { id: string } => {
    const body = storableJson(JSON.stringify(auditEntrySchema.parse(entry)));
    seq += 1;
    hash = hashLink(hash, seq, body);
    return { seq, hash, body, id: entry.id };
  });
  await tx
    .insertInto('AuditEntry')
    .values(links.map((link) => ({ ...link, seq: String(link.seq) })))
    .execute();
}

async function leaveOutKnown(tx: Transaction<IdentityTables>, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const byID = new Map(entries.map((entry) => [entry.id, entry]));
  const known = await tx
    .selectFrom('AuditEntry')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val([...byID.keys()]))))
    .execute();
  for (const { id } of known) byID.delete(id);
  return [...byID.values()];
}

function findEntries(db: Kysely<IdentityTables>, { subjectID, action, since, until, before, limit }: AuditQuery) {
  let query = db.selectFrom('AuditEntry').select(['seq', 'body', 'hash']).orderBy('seq', 'desc').limit(limit);
  if (subjectID !== undefined) query = query.where('subjectId', '=', subjectID);
  if (action?.endsWith('.'))
    query = query.where((is) => is(is.fn('starts_with', ['action', is.val(action)]), '=', true));
  else if (action !== undefined) query = query.where('action', '=', action);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (before !== undefined) query = query.where('seq', '<', String(before));
  return query.execute();
}

function toChained({ seq, body, hash }: { seq: string; body: string; hash: string }) {
  return chainedEntrySchema.parse({ ...JSON.parse(body), seq: Number(seq), hash });
}
