import type { AnyEntity, PreparedDocument } from '@cellwright/entities';
import { sql } from 'kysely';
import { storableJson } from '../postgres/storable-json.ts';
import { claimNames } from './entity-names.ts';
import { enqueueChange } from './entity-outbox.ts';
import { relateDocuments } from './entity-relations.ts';
import type { Author, EntityTransaction, StoredEntity } from './stored-entity.ts';

interface Batch {
  readonly by: Author;
  readonly at: Date;
}

interface PresentRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly removedAt: Date | null;
}

/**
 * Inserts missing documents and restores removed ones; existing ones keep their content. The number of statements does
 * not grow with the number of documents.
 */
export async function ensureDocuments(
  tx: EntityTransaction,
  entity: AnyEntity,
  all: readonly PreparedDocument[],
  batch: Batch,
): Promise<void> {
  if (all.length === 0) return;
  // The first of two documents with the same id is used.
  const documents = [...new Map(all.toReversed().map((document) => [document.id, document])).values()];
  const rows = await lockPresent(tx, entity, documents);
  const missing = documents.filter(({ id }) => !rows.has(id));
  const removed = documents.filter(({ id }) => (rows.get(id)?.removedAt ?? null) !== null);
  // A document inserted by another transaction in the meantime exists.
  const inserted = await insertAll(tx, entity, missing, batch);
  const made = missing.filter(({ id }) => inserted.has(id));
  await restoreAll(tx, entity, removed, batch);
  await claimNames(tx, entity, [...made, ...removed]);
  await relateDocuments(tx, entity, [...made, ...removed]);
  for (const document of [...made, ...removed]) announce(tx, entity, document, rows.get(document.id), batch);
}

function announce(
  tx: EntityTransaction,
  entity: AnyEntity,
  { id, body, listing }: PreparedDocument,
  row: PresentRow | undefined,
  { by, at }: Batch,
): void {
  const stored: StoredEntity = {
    ...{ id, body, listing: listing ?? null, version: (row?.version ?? 0) + 1 },
    ...{ createdAt: row?.createdAt ?? at, updatedAt: at, updatedByID: by.id, updatedByName: by.name },
  };
  enqueueChange(tx, entity, 'created', stored, by);
}

/** Returns the stored documents with these ids, including removed ones, locked until the transaction ends. */
async function lockPresent(
  tx: EntityTransaction,
  entity: AnyEntity,
  documents: readonly PreparedDocument[],
): Promise<ReadonlyMap<string, PresentRow>> {
  const ids = documents.map(({ id }) => id);
  const rows = await tx
    .selectFrom('Entity')
    .select(['id', 'version', 'createdAt', 'removedAt'])
    .where('entity', '=', entity.name)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    // The same order in every transaction, so that two never wait for each other.
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Inserts documents.
 * @returns the ids that were free.
 */
async function insertAll(
  tx: EntityTransaction,
  entity: AnyEntity,
  documents: readonly PreparedDocument[],
  { by, at }: Batch,
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO "Entity" ("entity", "id", "version", "body", "listing", "fields",
      "createdAt", "updatedAt", "updatedByID", "updatedByName")
    SELECT ${entity.name}, "id", 1, "body", "listing", "fields"::jsonb,
      ${at}::timestamptz, ${at}::timestamptz, ${by.id}, ${by.name}
    FROM ${unnest(documents)} ORDER BY "id"
    ON CONFLICT ("entity", "id") DO NOTHING RETURNING "id"`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

async function restoreAll(
  tx: EntityTransaction,
  entity: AnyEntity,
  documents: readonly PreparedDocument[],
  { by, at }: Batch,
): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map(({ id }) => id);
  if (entity.history === 'versions') {
    await sql`
      INSERT INTO "EntityVersion" ("entity", "id", "version", "body", "savedAt", "savedByID", "savedByName")
      SELECT "entity", "id", "version", "body", "updatedAt", "updatedByID", "updatedByName" FROM "Entity"
      WHERE "entity" = ${entity.name} AND "id" = ANY(${ids}::text[])`.execute(tx);
  }
  await sql`
    UPDATE "Entity" e SET "version" = e."version" + 1, "body" = d."body", "listing" = d."listing",
      "fields" = d."fields"::jsonb, "updatedAt" = ${at}::timestamptz, "updatedByID" = ${by.id},
      "updatedByName" = ${by.name}, "removedAt" = NULL
    FROM ${unnest(documents)} WHERE e."entity" = ${entity.name} AND e."id" = d."id"`.execute(tx);
}

function unnest(documents: readonly PreparedDocument[]) {
  const ids = documents.map(({ id }) => id);
  const bodies = documents.map(({ body }) => body);
  const listings = documents.map(({ listing }) => listing ?? null);
  const fields = documents.map((document) => storableJson(JSON.stringify(document.fields)));
  return sql`unnest(${ids}::text[], ${bodies}::text[], ${listings}::text[], ${fields}::text[])
    AS d("id", "body", "listing", "fields")`;
}
